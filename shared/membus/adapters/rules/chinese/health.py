"""Allergies, conditions, medicines and sizes, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import listed
from membus.adapters.rules.clause import Clause, Draft

_CONDITION = (
    r"(?:糖尿病|高血压|低血糖|低血压|高血脂|心脏病|哮喘|胃病|胃炎|鼻炎|过敏性鼻炎|"
    r"咽炎|关节炎|颈椎病|腰椎间盘突出|失眠|抑郁症|"
    r"焦虑症|偏头痛|贫血|痛风|癫痫|湿疹|荨麻疹|乳糖不耐(?:受|症)?|近视|甲亢|甲减|"
    r"肾结石|胆结石|脂肪肝|白内障|夜盲症|恐高症|色盲|色弱|"
    r"[\u4e00-\u9fff]{1,4}(?:癌|综合征))"
)


def _allergic(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    denied = clause.negative or bool(found["no"])
    for item in listed(found["o"]):
        yield Draft("allergic_to", item, polarity="negative" if denied else "positive")


def _condition(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("has_condition", found["o"])


def _finding(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 血糖偏高, also where a doctor is who says so."""
    doctor = clause.subject.endswith(("doctor", "dentist", "医生", "大夫"))
    owner = clause.subject if clause.subject and not doctor else clause.speaker
    yield Draft("has_condition", found["o"], subject=owner)


def size_of(clause: Clause) -> str:
    """Return what a size is of: shoes have one of their own."""
    return "shoe_size" if re.search(r"鞋|脚|靴", clause.raw) else "size"


RULES = (
    by(
        r"(?:医生|大夫)?.{0,8}?(?P<o>(?:空腹)?(?:血糖|血压|血脂|尿酸|胆固醇|转氨酶|甲状腺指标)(?:有点|偏|比较|很|太|过|稍微|一直)*"
        r"(?:高|低)|血压\s?\d{2,3}/\d{2,3})",
        _finding,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<o>乳糖不耐(?:受|症)?|近视\d{2,4}度|近视|色盲|色弱|失眠|贫血)(?=$|[，,。了])",
        _condition,
    ),
    by(
        r"(?:会)?对(?P<o>[^，,。]{1,20}?)(?:其实|实际上|根本|已经|倒是?)*(?P<no>不|并不|没有?)?(?:会|严重|轻微|很|"
        r"都|也|有点|有些|有|重度|轻度)*过敏",
        _allergic,
    ),
    by(
        r"(?:有)?(?P<o>花生|海鲜|牛奶|鸡蛋|芒果|花粉|尘螨|青霉素|坚果|虾|螃蟹|"
        r"酒精|小麦|大豆|头孢|猫毛|狗毛)(?P<no>)过敏(?!原|源)",
        _allergic,
    ),
    by(
        rf"(?:患有?|得了?|有|确诊了?|查出了?)(?:轻微|严重|先天性|慢性|一点)?的?(?P<o>{_CONDITION})",
        _condition,
    ),
    by(rf"(?:是)(?P<o>{_CONDITION})(?:患者|病人)", _condition),
    by(
        r"(?:有)?(?P<o>过敏)(?:的)?(?:东西|食物|史|情况)?(?:了)?$",
        lambda clause, found: [Draft("has_condition", found["o"])] if clause.negative else [],
    ),
    by(r"(?:怀孕|有身孕)(?:了)?", lambda _clause, _found: [Draft("has_condition", "怀孕")]),
    by(
        r"(?:在|每天)?(?:服用|吃)(?:的是)?(?P<o>(?!的)[\u4e00-\u9fffA-Za-z]{2,10}(?:片|胶囊|素|药|灵|平|仑))",
        lambda _clause, found: [Draft("takes_medicine", found["o"])],
    ),
    by(
        r"(?:的)?血型(?:是)?(?P<o>(?:AB|A|B|O)型?)",
        lambda _clause, found: [Draft("blood_type", found["o"])],
    ),
    by(
        r"是(?P<o>(?:AB|A|B|O)型)(?:血)?(?:的)?$",
        lambda _clause, found: [Draft("blood_type", found["o"])],
    ),
    by(
        r"(?:的)?身高(?:是|有|长到了?)?(?P<o>\d(?:\.\d{1,2})?\s?(?:米|m)|\d{3}\s?(?:cm|"
        r"厘米|公分)?|一米[\u4e00-\u9fff\d]{1,3})",
        lambda _clause, found: [Draft("height", found["o"])],
    ),
    by(
        r"(?:(?:的)?体重(?:是|有|(?:降|涨|减|增|升|掉)?到了?|变成了?)?|(?:瘦|胖|减|掉)到了?)(?P<o>\d{2,3}(?:\.\d)?\s?(?:公斤|斤|kg|KG|千克)?)",
        lambda _clause, found: [Draft("weight", found["o"])],
    ),
    by(
        r"(?:的)?(?:鞋码|尺码|鞋子|衣服|脚)?(?:穿|是)(?P<o>\d{2}(?:\.5)?码|"
        r"[SMLX]{1,3}码?)(?:的)?(?:鞋|衣服|裤子)?",
        lambda clause, found: [Draft(size_of(clause), found["o"])],
    ),
)
