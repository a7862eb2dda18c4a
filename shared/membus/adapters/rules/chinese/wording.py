"""Chinese sentences for facts, in the third person: what a reader gets to see of a memory."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from membus.adapters.rules.chinese.relations import LABELS, RELATION
from membus.contracts.memory import Polarity

# Predicate → (what holds, what does not); {s} is the subject, {o} the object.
_VERBS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "name": ("{s}的名字是{o}", "{s}的名字不是{o}"),
        "surname": ("{s}姓{o}", "{s}不姓{o}"),
        "nickname": ("{s}希望被称为{o}", "{s}不希望被称为{o}"),
        "age": ("{s}{o}岁", "{s}不是{o}岁"),
        "birthday": ("{s}的生日是{o}", "{s}的生日不是{o}"),
        "nationality": ("{s}是{o}", "{s}不是{o}"),
        "is_from": ("{s}来自{o}", "{s}不是来自{o}"),
        "lives_in": ("{s}住在{o}", "{s}不住在{o}"),
        "lived_in": ("{s}曾经住在{o}", "{s}没有住过{o}"),
        "moved_from": ("{s}搬离了{o}", "{s}没有搬离{o}"),
        "speaks": ("{s}会说{o}", "{s}不会说{o}"),
        "marital_status": ("{s}{o}", "{s}并非{o}"),
        "phone": ("{s}的电话是{o}", "{s}的电话不是{o}"),
        "email": ("{s}的邮箱是{o}", "{s}的邮箱不是{o}"),
        "address": ("{s}的地址是{o}", "{s}的地址不是{o}"),
        "wechat": ("{s}的微信号是{o}", "{s}的微信号不是{o}"),
        "account_number": ("{s}的账号是{o}", "{s}的账号不是{o}"),
        "member_number": ("{s}的会员号是{o}", "{s}的会员号不是{o}"),
        "passport_number": ("{s}的护照号是{o}", "{s}的护照号不是{o}"),
        "id_number": ("{s}的身份证号是{o}", "{s}的身份证号不是{o}"),
        "vehicle": ("{s}开的是{o}", "{s}开的不是{o}"),
        "is": ("{s}是{o}", "{s}不是{o}"),
        "date": ("{s}的时间是{o}", "{s}的时间不是{o}"),
        "recipient": ("{s}的收件人是{o}", "{s}的收件人不是{o}"),
        "invoice_title": ("{s}的发票抬头是{o}", "{s}的发票抬头不是{o}"),
        "tax_number": ("{s}的税号是{o}", "{s}的税号不是{o}"),
        "employee_number": ("{s}的工号是{o}", "{s}的工号不是{o}"),
        "student_number": ("{s}的学号是{o}", "{s}的学号不是{o}"),
        "policy_number": ("{s}的保单号是{o}", "{s}的保单号不是{o}"),
        "pickup_code": ("{s}的取件码是{o}", "{s}的取件码不是{o}"),
        "password": ("{s}的密码是{o}", "{s}的密码不是{o}"),
        "room": ("{s}的房间号是{o}", "{s}的房间号不是{o}"),
        "seat": ("{s}的座位是{o}", "{s}的座位不是{o}"),
        "flight": ("{s}的航班是{o}", "{s}的航班不是{o}"),
        "supplier": ("{s}的供应商是{o}", "{s}的供应商不是{o}"),
        "client": ("{s}的客户是{o}", "{s}的客户不是{o}"),
        "skill": ("{s}会{o}", "{s}不会{o}"),
        "license_plate": ("{s}的车牌是{o}", "{s}的车牌不是{o}"),
        "works_at": ("{s}在{o}工作", "{s}不在{o}工作"),
        "worked_at": ("{s}曾经在{o}工作", "{s}没有在{o}工作过"),
        "role": ("{s}的职业是{o}", "{s}的职业不是{o}"),
        "left_job": ("{s}从{o}离职", "{s}没有从{o}离职"),
        "team": ("{s}在{o}", "{s}不在{o}"),
        "studies_at": ("{s}在{o}上学", "{s}不在{o}上学"),
        "studies": ("{s}在学{o}", "{s}不学{o}"),
        "graduated_from": ("{s}毕业于{o}", "{s}并非毕业于{o}"),
        "member_of": ("{s}加入了{o}", "{s}没有加入{o}"),
        "works_on": ("{s}正在做{o}", "{s}没有在做{o}"),
        "responsible_for": ("{s}负责{o}", "{s}不负责{o}"),
        "has_pet": ("{s}养了{o}", "{s}没有养{o}"),
        "children_count": ("{s}有{o}个孩子", "{s}没有{o}个孩子"),
        "likes": ("{s}喜欢{o}", "{s}不喜欢{o}"),
        "dislikes": ("{s}讨厌{o}", "{s}不讨厌{o}"),
        "prefers": ("{s}更喜欢{o}", "{s}并不更喜欢{o}"),
        "favorite": ("{s}最喜欢{o}", "{s}最喜欢的不是{o}"),
        "wants": ("{s}想要{o}", "{s}不想要{o}"),
        "hobby": ("{s}的爱好是{o}", "{s}的爱好不是{o}"),
        "eats": ("{s}吃{o}", "{s}不吃{o}"),
        "drinks": ("{s}喝{o}", "{s}不喝{o}"),
        "diet": ("{s}的饮食习惯是{o}", "{s}的饮食习惯不是{o}"),
        "uses": ("{s}使用{o}", "{s}不使用{o}"),
        "smokes": ("{s}抽烟", "{s}不抽烟"),
        "plays": ("{s}会{o}", "{s}不会{o}"),
        "interested_in": ("{s}对{o}感兴趣", "{s}对{o}不感兴趣"),
        "afraid_of": ("{s}害怕{o}", "{s}不害怕{o}"),
        "habit": ("{s}习惯{o}", "{s}没有{o}的习惯"),
        "allergic_to": ("{s}对{o}过敏", "{s}对{o}不过敏"),
        "has_condition": ("{s}患有{o}", "{s}没有{o}"),
        "dose": ("{s}的用量是{o}", "{s}的用量不是{o}"),
        "takes_medicine": ("{s}在服用{o}", "{s}没有在服用{o}"),
        "blood_type": ("{s}的血型是{o}", "{s}的血型不是{o}"),
        "height": ("{s}身高{o}", "{s}身高不是{o}"),
        "weight": ("{s}体重{o}", "{s}体重不是{o}"),
        "size": ("{s}穿{o}", "{s}不穿{o}"),
        "shoe_size": ("{s}穿{o}的鞋", "{s}不穿{o}的鞋"),
        "order": ("{s}的订单号是{o}", "{s}没有订单{o}"),
        "order_status": ("{s}：{o}", "{s}：并非{o}"),
        "bought": ("{s}买了{o}", "{s}没有买{o}"),
        "refund": ("{s}要求退款：{o}", "{s}不要求退款：{o}"),
        "return": ("{s}要求退货：{o}", "{s}不要求退货：{o}"),
        "exchange": ("{s}要求换货：{o}", "{s}不要求换货：{o}"),
        "complaint": ("{s}反映：{o}", "{s}没有反映：{o}"),
        "tracking_number": ("{s}的运单号是{o}", "{s}的运单号不是{o}"),
        "invoice": ("{s}需要发票：{o}", "{s}不需要发票：{o}"),
        "contract": ("{s}的合同编号是{o}", "{s}的合同编号不是{o}"),
        "ticket": ("{s}的工单号是{o}", "{s}的工单号不是{o}"),
        "amount": ("{s}的金额是{o}", "{s}的金额不是{o}"),
        "budget": ("{s}的预算是{o}", "{s}的预算不是{o}"),
        "salary": ("{s}的工资是{o}", "{s}的工资不是{o}"),
        "reimbursement": ("{s}要报销{o}", "{s}不报销{o}"),
        "owns": ("{s}有{o}", "{s}没有{o}"),
        "commitment": ("{s}承诺{o}", "{s}不会{o}"),
        "task": ("{s}需要{o}", "{s}不需要{o}"),
        "needs": ("{s}需要{o}", "{s}不需要{o}"),
        "plans": ("{s}打算{o}", "{s}不打算{o}"),
        "meeting": ("{s}有安排：{o}", "{s}没有安排：{o}"),
        "deadline": ("{s}的截止时间：{o}", "{s}的截止时间不是：{o}"),
        "called_off": ("{s}取消了{o}", "{s}没有取消{o}"),
        "cause": ("{s}的原因是{o}", "{s}的原因不是{o}"),
        "travels_to": ("{s}要去{o}", "{s}不去{o}"),
        "visited": ("{s}去过{o}", "{s}没去过{o}"),
        "event": ("{s}：{o}", "{s}：没有{o}"),
        "state": ("{s}正在{o}", "{s}没有在{o}"),
        "goal": ("{s}的目标是{o}", "{s}的目标不是{o}"),
        "remember": ("{s}请记住：{o}", "{s}请忘记：{o}"),
    }
)
_FAVORITES = MappingProxyType(
    {
        "color": "颜色",
        "food": "食物",
        "dish": "菜",
        "drink": "饮料",
        "fruit": "水果",
        "restaurant": "餐厅",
        "book": "书",
        "movie": "电影",
        "song": "歌",
        "band": "乐队",
        "singer": "歌手",
        "sport": "运动",
        "team": "球队",
        "season": "季节",
        "city": "城市",
        "animal": "动物",
    }
)


# Somebody of the speaker's who is only counted (一个弟弟), not named.
_COUNTED = re.compile(rf"[一两二三四五\d]{{0,2}}个?(?:{RELATION})")
# 装修到一半 is a state by itself, 办签证 one that somebody is in.
_HALF_DONE = re.compile(r"一半|到第")


def display(subject: str) -> str:
    """Return a canonical subject as Chinese shows it: user → 用户, user's daughter → 用户的女儿."""
    if subject == "user":
        return "用户"
    if subject == "assistant":
        return "客服"
    if subject.startswith("order "):
        return "订单" + subject.removeprefix("order ")
    owner, possessive, word = subject.rpartition("'s ")
    if possessive:
        return f"{display(owner)}的{LABELS.get(word, word)}"
    return subject


def sentence(subject: str, predicate: str, value: str, polarity: Polarity) -> str:
    """Return the fact as one sentence without a full stop."""
    who = display(subject)
    if predicate.startswith("favorite_"):
        thing = _FAVORITES.get(predicate.removeprefix("favorite_"), "")
        is_it = "是" if polarity == "positive" else "不是"
        return f"{who}最喜欢的{thing}{is_it}{value}"
    label = LABELS.get(predicate, predicate)
    holds, fails = _VERBS.get(predicate, (f"{{s}}的{label}是{{o}}", f"{{s}}的{label}不是{{o}}"))
    counted = _COUNTED.fullmatch(value) is not None and predicate in LABELS
    if counted:
        holds, fails = "{s}有{o}", "{s}没有{o}"
    if predicate == "state" and _HALF_DONE.search(value):
        holds, fails = "{s}：{o}", "{s}：并非{o}"
    if value == "怀孕":
        holds, fails = "{s}怀孕了", "{s}没有怀孕"
    if predicate == "children_count" and value == "0":
        holds, fails = "{s}没有孩子", "{s}有孩子"
    return (holds if polarity == "positive" else fails).format_map({"s": who, "o": value})
