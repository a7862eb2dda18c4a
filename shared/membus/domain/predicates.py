"""The table of predicates: which hold one value at a time, their type and their domain.

It must not know how a sentence states a predicate: that is the extractor's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from membus.contracts.memory import MemoryKind


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is known of a predicate before any fact states it.

    `single_valued`: one subject has one value at a time, so a later one ends the earlier.
    `memory_type`: "short" for a matter in progress, "long" for what holds of a person or thing.
    `synonyms` are other names (English or Chinese) that mean the same; `pinned` marks key facts.
    """

    single_valued: bool = False
    memory_type: Literal["short", "long"] = "long"
    domain: str = ""
    kind: MemoryKind = "fact"
    importance: float = 0.5
    pinned: bool = False
    synonyms: tuple[str, ...] = ()


_LOW, _HIGH = 0.3, 0.8


def _one(domain: str, *synonyms: str, importance: float = 0.5, pinned: bool = False) -> Predicate:
    return Predicate(
        single_valued=True,
        domain=domain,
        importance=importance,
        pinned=pinned,
        synonyms=synonyms,
    )


def _many(domain: str, *synonyms: str, kind: MemoryKind = "fact") -> Predicate:
    return Predicate(domain=domain, kind=kind, synonyms=synonyms)


def _key(domain: str, *synonyms: str, single_valued: bool = True) -> Predicate:
    return Predicate(
        single_valued=single_valued,
        domain=domain,
        importance=_HIGH,
        pinned=True,
        synonyms=synonyms,
    )


def _matter(
    domain: str,
    *synonyms: str,
    kind: MemoryKind = "fact",
    single_valued: bool = False,
    importance: float = 0.5,
) -> Predicate:
    return Predicate(
        single_valued=single_valued,
        memory_type="short",
        domain=domain,
        kind=kind,
        importance=importance,
        synonyms=synonyms,
    )


_IDENTITY = {
    "name": _key("profile", "is_called", "called", "名字", "姓名", "叫"),
    "nickname": _one("profile", "goes_by", "昵称", "外号"),
    "age": _one("profile", "years_old", "年龄"),
    "birthday": _one("profile", "born_on", "date_of_birth", "生日", importance=_HIGH),
    "gender": _one("profile", "性别"),
    "nationality": _one("profile", "国籍"),
    "is_from": _one("profile", "comes_from", "hometown", "born_in", "来自", "老家", "出生地"),
    "lives_in": _one("profile", "resides_in", "based_in", "lives_at", "住在", "居住地"),
    "lived_in": _many("profile", "used_to_live_in", "曾住"),
    "surname": _one("profile", "last_name", "family_name", "姓", importance=_HIGH),
    "moved_from": _many("profile", "left_city", kind="event"),
    "speaks": _many("profile", "speaks_language", "会说", "语言"),
    "marital_status": _one("family", "married", "婚姻状况"),
}

_CONTACT = {
    "phone": _key("contact", "phone_number", "mobile", "telephone", "电话", "手机号"),
    "email": _key("contact", "mail", "email_address", "邮箱", "电子邮件"),
    "address": _key("contact", "shipping_address", "delivery_address", "地址", "收货地址"),
    "wechat": _key("contact", "微信", "微信号"),
    "account_number": _key("finance", "account", "账号", "账户"),
    "member_number": _key("contact", "membership_number", "customer_number", "会员号", "客户编号"),
    "passport_number": _key("travel", "passport", "护照号"),
    "id_number": _key("profile", "identity_number", "身份证号"),
    "license_plate": _key("contact", "plate_number", "车牌", "车牌号"),
}

_WORK = {
    "works_at": _one("work", "works_for", "employed_by", "employer", "工作单位", "就职于"),
    "role": _one("work", "job", "job_title", "occupation", "works_as", "职业", "职位"),
    "worked_at": _many("work", "used_to_work_at", "曾任职于"),
    "left_job": _many("work", "quit", "resigned_from", "离职", kind="event"),
    "manager": _one("work", "boss", "supervisor", "上司", "领导", "老板"),
    "colleague": _many("work", "coworker", "teammate", "同事"),
    "team": _one("work", "department", "部门", "团队"),
    "studies_at": _one("work", "student_at", "就读于"),
    "studies": _many("work", "majors_in", "learning", "学习", "专业"),
    "graduated_from": _many("work", "alumnus_of", "毕业于"),
    "member_of": _many("preference", "joined", "加入"),
    "works_on": _matter("work", "working_on", "project", "在做", "负责项目"),
    "responsible_for": _many("work", "in_charge_of", "负责"),
}

_FAMILY = {
    "spouse": _one("family", "wife", "husband", "妻子", "丈夫", "老婆", "老公"),
    "partner": _one("family", "girlfriend", "boyfriend", "fiance", "女朋友", "男朋友", "对象"),
    "mother": _one("family", "mom", "mum", "妈妈", "母亲"),
    "father": _one("family", "dad", "爸爸", "父亲"),
    "daughter": _many("family", "女儿"),
    "son": _many("family", "儿子"),
    "child": _many("family", "kid", "孩子"),
    "children_count": _one("family", "number_of_children", "孩子数"),
    "sister": _many("family", "姐姐", "妹妹"),
    "brother": _many("family", "哥哥", "弟弟"),
    "relative": _many("family", "cousin", "aunt", "uncle", "亲戚"),
    "friend": _many("family", "best_friend", "朋友", "闺蜜"),
    "neighbor": _many("family", "neighbour", "邻居"),
    "roommate": _many("family", "flatmate", "室友"),
    "teacher": _many("family", "coach", "tutor", "老师", "教练"),
    "doctor": _many("health", "dentist", "therapist", "医生"),
    "has_pet": _many("family", "pet", "owns_pet", "宠物", "养"),
    "dog": _many("family", "puppy", "狗"),
    "cat": _many("family", "kitten", "猫"),
}

_PREFERENCE = {
    "likes": _many("preference", "loves", "enjoys", "is_fond_of", "喜欢", "爱", kind="preference"),
    "dislikes": _many("preference", "hates", "讨厌", "不喜欢", kind="preference"),
    "prefers": _many("preference", "would_rather", "更喜欢", "偏好", "习惯", kind="preference"),
    "favorite": _many("preference", "favourite", "最喜欢", "最爱", kind="preference"),
    "wants": _matter("preference", "would_like", "想要", kind="preference"),
    "hobby": _many("preference", "hobbies", "爱好", "兴趣", kind="preference"),
    "eats": _many("food", "吃", kind="preference"),
    "drinks": _many("food", "喝", kind="preference"),
    "diet": _one("food", "饮食"),
    "uses": _many("preference", "使用", "用", kind="preference"),
    "smokes": _many("health", "抽烟", kind="preference"),
    "drives": _many("preference", "开车"),
    "plays": _many("preference", "玩", "打球", kind="preference"),
    "interested_in": _many("preference", "感兴趣", kind="preference"),
    "afraid_of": _many("preference", "fears", "scared_of", "害怕", "怕"),
    "habit": _many("preference", "routine", "习惯于", kind="preference"),
}

_FAVORITE_THINGS = {
    "food": "food dish drink fruit restaurant",
    "preference": "color book movie song band singer sport team season animal",
    "travel": "city",
}
_FAVORITES = {
    f"favorite_{thing}": Predicate(
        single_valued=True, domain=domain, kind="preference", synonyms=(f"favourite_{thing}",)
    )
    for domain, things in _FAVORITE_THINGS.items()
    for thing in things.split()
}

_HEALTH = {
    "allergic_to": _key("health", "allergy", "allergies", "过敏", "过敏原", single_valued=False),
    "has_condition": _many("health", "suffers_from", "diagnosed_with", "患有", "疾病"),
    "takes_medicine": _many("health", "medication", "服药", "吃药"),
    "blood_type": _key("health", "血型"),
    "height": _one("health", "身高"),
    "weight": _one("health", "体重"),
    "size": _one("order", "shoe_size", "clothing_size", "尺码", "鞋码"),
}

_ORDER = {
    "order": _matter("order", "ordered", "placed_order", "下单", "订单"),
    "order_status": _matter("order", "status_of_order", "订单状态", single_valued=True),
    "order_date": _matter("order", "ordered_on", "下单时间", single_valued=True),
    "bought": Predicate(domain="order", kind="event", synonyms=("purchased", "买了", "购买")),
    "refund": _matter("after-sales", "refunded", "退款", importance=_HIGH),
    "return": _matter("after-sales", "returns", "退货", importance=_HIGH),
    "exchange": _matter("after-sales", "换货"),
    "complaint": _matter("after-sales", "problem", "投诉", "问题", importance=_HIGH),
    "tracking_number": _matter("order", "waybill", "快递单号", "运单号", single_valued=True),
    "invoice": _matter("finance", "发票"),
    "contract": Predicate(domain="work", importance=_HIGH, synonyms=("agreement", "合同")),
    "ticket": _matter("after-sales", "case_number", "工单"),
    "amount": _matter("finance", "price", "total", "金额", single_valued=True),
    "budget": _one("finance", "预算"),
    "salary": _one("finance", "income", "工资", "月薪"),
    "reimbursement": _matter("reimbursement", "expense_claim", "报销"),
    "owns": _many("preference", "has", "possesses", "拥有"),
}

_ACTION = {
    "commitment": _matter("schedule", "promised", "will_do", "承诺", kind="commitment"),
    "task": _matter("schedule", "todo", "must_do", "任务", "待办", kind="commitment"),
    "needs": _matter("schedule", "requires", "需要"),
    "plans": _matter("schedule", "intends", "going_to", "计划", "打算", kind="event"),
    "meeting": _matter("schedule", "appointment", "会议", "开会", "预约", kind="event"),
    "deadline": _matter("schedule", "due", "截止", "期限", kind="event"),
    "travels_to": _matter("travel", "trip_to", "flying_to", "出差", "旅行", kind="event"),
    "visited": Predicate(domain="travel", kind="event", synonyms=("went_to", "been_to", "去过")),
    "event": Predicate(kind="event", synonyms=("did", "happened", "经历")),
    "state": _matter("work", "in_progress", "进行中", "状态"),
    "goal": _many("work", "aims_to", "目标"),
    "remember": Predicate(importance=_HIGH, synonyms=("note", "记住", "备注")),
    "said": Predicate(kind="utterance", importance=_LOW, synonyms=("utterance",)),
}

PREDICATES: Mapping[str, Predicate] = MappingProxyType(
    {
        **_IDENTITY,
        **_CONTACT,
        **_WORK,
        **_FAMILY,
        **_PREFERENCE,
        **_FAVORITES,
        **_HEALTH,
        **_ORDER,
        **_ACTION,
    }
)
UNKNOWN = Predicate()


def predicate(name: str) -> Predicate:
    """Return what the table says of a predicate; many values and long where it says nothing."""
    return PREDICATES.get(name, UNKNOWN)
