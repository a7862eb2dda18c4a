"""The table of predicates: which hold one value at a time, their type and their domain.

It must not know how a sentence states a predicate: that is the extractor's.
"""

from collections.abc import Mapping
from types import MappingProxyType

from membus.domain.predicate_rows import HIGH, LOW, Predicate, key, many, matter, one

CALLED_OFF = "called_off"
"""Of a plan that is named by a topic alone: "the choir trip"."""

_IDENTITY = {
    "name": key("profile", "is_called", "called", "名字", "姓名", "叫"),
    "nickname": one("profile", "goes_by", "昵称", "外号"),
    "age": one("profile", "years_old", "年龄"),
    "birthday": one("profile", "born_on", "date_of_birth", "生日", importance=HIGH),
    "gender": one("profile", "性别"),
    "nationality": one("profile", "国籍"),
    "is_from": one("profile", "comes_from", "hometown", "born_in", "来自", "老家", "出生地"),
    "lives_in": one("profile", "resides_in", "based_in", "lives_at", "住在", "居住地"),
    "lived_in": many("profile", "used_to_live_in", "曾住"),
    "surname": one("profile", "last_name", "family_name", "姓", importance=HIGH),
    "moved_from": many("profile", "left_city", kind="event"),
    "speaks": many("profile", "speaks_language", "会说", "语言"),
    "marital_status": one("family", "married", "婚姻状况"),
}

_CONTACT = {
    "phone": key("contact", "phone_number", "mobile", "telephone", "电话", "手机号"),
    "email": key("contact", "mail", "email_address", "邮箱", "电子邮件"),
    "address": key("contact", "shipping_address", "delivery_address", "地址", "收货地址"),
    "recipient": one("contact", "收件人", "收货人"),
    "wechat": key("contact", "微信", "微信号"),
    "account_number": key("finance", "account", "账号", "账户"),
    "member_number": key("contact", "membership_number", "customer_number", "会员号", "客户编号"),
    "passport_number": key("travel", "passport", "护照号"),
    "id_number": key("profile", "identity_number", "身份证号"),
    "license_plate": key("contact", "plate_number", "车牌", "车牌号"),
    "room": one("travel", "room_number", "房间号", "房号"),
    "student_number": key("work", "student_id", "学号"),
    "employee_number": key("work", "staff_number", "工号"),
    "policy_number": key("finance", "insurance_number", "保单号"),
    "password": one("contact", "passcode", "pin_code", "密码", importance=HIGH),
}

_WORK = {
    "works_at": one("work", "works_for", "employed_by", "employer", "工作单位", "就职于"),
    "role": one("work", "job", "job_title", "occupation", "works_as", "职业", "职位"),
    "worked_at": many("work", "used_to_work_at", "曾任职于"),
    "left_job": many("work", "quit", "resigned_from", "离职", kind="event"),
    "manager": one("work", "boss", "supervisor", "上司", "领导", "老板"),
    "colleague": many("work", "coworker", "teammate", "同事"),
    "client": many("work", "customer", "客户", "甲方"),
    "supplier": many("work", "vendor", "contractor", "供应商", "乙方"),
    "team": one("work", "department", "部门", "团队"),
    "studies_at": one("work", "student_at", "就读于"),
    "studies": many("work", "majors_in", "learning", "学习", "专业"),
    "graduated_from": many("work", "alumnus_of", "毕业于"),
    "member_of": many("preference", "joined", "加入"),
    "works_on": matter("work", "working_on", "project", "在做", "负责项目"),
    "responsible_for": many("work", "in_charge_of", "负责"),
}

_FAMILY = {
    "spouse": one("family", "wife", "husband", "妻子", "丈夫", "老婆", "老公"),
    "partner": one("family", "girlfriend", "boyfriend", "fiance", "女朋友", "男朋友", "对象"),
    "mother": one("family", "mom", "mum", "妈妈", "母亲"),
    "father": one("family", "dad", "爸爸", "父亲"),
    "daughter": many("family", "女儿"),
    "son": many("family", "儿子"),
    "child": many("family", "kid", "孩子"),
    "children_count": one("family", "number_of_children", "孩子数"),
    "sister": many("family", "姐姐", "妹妹"),
    "brother": many("family", "哥哥", "弟弟"),
    "relative": many("family", "cousin", "aunt", "uncle", "亲戚"),
    "friend": many("family", "best_friend", "朋友", "闺蜜"),
    "neighbor": many("family", "neighbour", "邻居"),
    "roommate": many("family", "flatmate", "室友"),
    "teacher": many("family", "coach", "tutor", "老师", "教练"),
    "doctor": many("health", "医生"),
    "dentist": one("health", "牙医"),
    "therapist": one("health", "心理医生"),
    "vet": one("family", "兽医"),
    "trainer": one("preference", "personal_trainer", "私教"),
    "landlord": one("family", "landlady", "房东"),
    "lawyer": one("work", "attorney", "律师"),
    "accountant": one("finance", "会计"),
    "hairdresser": one("preference", "理发师"),
    "has_pet": many("family", "pet", "owns_pet", "宠物", "养"),
    "dog": many("family", "puppy", "狗"),
    "cat": many("family", "kitten", "猫"),
}

_PREFERENCE = {
    "likes": many("preference", "loves", "enjoys", "is_fond_of", "喜欢", "爱", kind="preference"),
    "dislikes": many("preference", "hates", "讨厌", "不喜欢", kind="preference"),
    "prefers": many("preference", "would_rather", "更喜欢", "偏好", "习惯", kind="preference"),
    "favorite": many("preference", "favourite", "最喜欢", "最爱", kind="preference"),
    "wants": matter("preference", "would_like", "想要", kind="preference"),
    "hobby": many("preference", "hobbies", "爱好", "兴趣", kind="preference"),
    "eats": many("food", "吃", kind="preference"),
    "drinks": many("food", "喝", kind="preference"),
    "diet": one("food", "饮食"),
    "uses": many("preference", "使用", "用", kind="preference"),
    "smokes": many("health", "抽烟", kind="preference"),
    "drives": one("preference", "开车"),
    "plays": many("preference", "玩", "打球", kind="preference"),
    "skill": many("profile", "able_to", "knows_how_to", "会做", "技能"),
    "interested_in": many("preference", "感兴趣", kind="preference"),
    "afraid_of": many("preference", "fears", "scared_of", "害怕", "怕"),
    "habit": many("preference", "routine", "习惯于", kind="preference"),
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
    "allergic_to": key("health", "allergy", "allergies", "过敏", "过敏原", single_valued=False),
    "has_condition": many("health", "suffers_from", "diagnosed_with", "患有", "疾病"),
    "takes_medicine": many("health", "medication", "服药", "吃药"),
    "dose": one("health", "dosage", "剂量", "用量", importance=HIGH),
    "blood_type": key("health", "血型"),
    "height": one("health", "身高"),
    "weight": one("health", "体重"),
    "size": one("order", "clothing_size", "尺码"),
    "shoe_size": one("order", "鞋码"),
}

_ORDER = {
    "order": matter("order", "ordered", "placed_order", "下单", "订单"),
    "order_status": matter("order", "status_of_order", "订单状态", single_valued=True),
    "order_date": matter("order", "ordered_on", "下单时间", single_valued=True),
    "bought": Predicate(domain="order", kind="event", synonyms=("purchased", "买了", "购买")),
    "refund": matter("after-sales", "refunded", "退款", importance=HIGH),
    "return": matter("after-sales", "returns", "退货", importance=HIGH),
    "exchange": matter("after-sales", "换货"),
    "complaint": matter("after-sales", "problem", "投诉", "问题", importance=HIGH),
    "tracking_number": matter("order", "waybill", "快递单号", "运单号", single_valued=True),
    "pickup_code": matter("order", "collection_code", "取件码", single_valued=True),
    "invoice": matter("finance", "发票"),
    "tax_number": key("finance", "税号"),
    "invoice_title": one("finance", "发票抬头"),
    "contract": Predicate(domain="work", importance=HIGH, synonyms=("agreement", "合同")),
    "ticket": matter("after-sales", "case_number", "工单"),
    "amount": matter("finance", "price", "total", "金额", single_valued=True),
    "budget": one("finance", "预算"),
    "salary": one("finance", "income", "工资", "月薪"),
    "reimbursement": matter("reimbursement", "expense_claim", "报销"),
    "owns": many("preference", "has", "possesses", "拥有"),
    "is": one("", "是"),
    "cause": one("work", "caused_by", "reason", "原因"),
    "vehicle": one("preference", "car", "main_car", "座驾", "车型"),
}

_ACTION = {
    "commitment": matter("schedule", "promised", "will_do", "承诺", kind="commitment"),
    "task": matter("schedule", "todo", "must_do", "任务", "待办", kind="commitment"),
    "needs": matter("schedule", "requires", "需要"),
    "plans": matter("schedule", "intends", "going_to", "计划", "打算", kind="event"),
    "meeting": matter("schedule", "appointment", "会议", "开会", "预约", kind="event"),
    "deadline": matter("schedule", "due", "截止", "期限", kind="event"),
    "date": matter("schedule", "scheduled_for", "日期", "时间", single_valued=True),
    CALLED_OFF: Predicate(
        domain="schedule", kind="event", synonyms=("cancelled", "call_off", "取消")
    ),
    "travels_to": matter("travel", "trip_to", "flying_to", "出差", "旅行", kind="event"),
    "seat": matter("travel", "seat_number", "座位", single_valued=True),
    "flight": matter("travel", "flight_number", "train", "航班", "车次"),
    "visited": Predicate(domain="travel", kind="event", synonyms=("went_to", "been_to", "去过")),
    "event": Predicate(kind="event", synonyms=("did", "happened", "经历")),
    "state": matter("work", "in_progress", "进行中", "状态"),
    "goal": many("work", "aims_to", "目标"),
    "remember": Predicate(importance=HIGH, synonyms=("note", "记住", "备注")),
    "said": Predicate(kind="utterance", importance=LOW, synonyms=("utterance",)),
}

PREDICATES: Mapping[str, Predicate] = MappingProxyType(
    _IDENTITY | _CONTACT | _WORK | _FAMILY | _PREFERENCE | _FAVORITES | _HEALTH | _ORDER | _ACTION
)
UNKNOWN = Predicate()

_FAVORITE = Predicate(single_valued=True, domain="preference", kind="preference")
_ONE_OF_A_KIND = one("")
# What a name ends with of which somebody has one: a policy number, a door code, an anniversary.
_SINGLE = ("number", "id", "code", "size", "date", "address", "name", "anniversary", "level")
# Of these somebody has several, each with its number: they stand beside each other.
_SEVERAL = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "booking reservation confirmation claim voucher coupon serial model case invoice order "
        "reference warranty product item part"
    ).split()
)


def predicate(name: str) -> Predicate:
    """Return what the table says of a predicate, else what its name does; many values in doubt."""
    row = PREDICATES.get(name)
    if row is not None:
        return row
    if name.startswith("favorite_"):
        return _FAVORITE
    *before, last = name.split("_")
    if last in _SINGLE and not (before and before[-1] in _SEVERAL):
        return _ONE_OF_A_KIND
    return UNKNOWN
