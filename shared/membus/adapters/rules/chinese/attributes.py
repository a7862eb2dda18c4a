"""What one thing of the speaker's is: 我的工资卡是恒川银行的, 我现在开的是汉兰达.

Each is of a subject of its own ("user's 工资卡"), so that a later value ends the earlier one.
"""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.relations import RELATION, RELATIONS, SPEAKER
from membus.adapters.rules.clause import DAY_OF_YEAR, Clause, Draft

_NOW = r"(?:现在|目前|如今|已经|就|一直|都)*"
_DONE = {
    "开": "vehicle",
    "骑": "vehicle",
    "住": "lives_in",
    "用": "uses",
    "喝": "drinks",
    "吃": "eats",
}
# What other rules read, and what says nothing of the speaker.
_NOT_HERE = re.compile(
    r"问题|意思|想法|建议|感觉|看法|需求|情况|原因|目的|要求|时候|东西|事|名字?|生日|地址|电话|手机|邮箱|微信|"
    r"爱好|兴趣|目标|梦想|愿望|职业|职位|岗位|工作|专业|公司|单位|订单|号|密码|预算|身高|体重|血型|尺码|鞋码|"
    r"截止|期限|年龄|老家|家乡|性别|答案|理由|意见|印象|态度|习惯|喜欢|最爱|心情|生活|天气|时间|重点|关键|前提"
)
_NO_VALUE = re.compile(
    r"^(?:什么|怎么|为什么|不|没|我|你|您|这|那|因为|很|太|真|要|想|能|会|有|在|对|错|好|新的?$|一样)"
)


def _is(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    what, value = found["what"], clean(found["o"])
    if (
        (_NOT_HERE.search(what) and not _is_a_make(what, value))
        or not value
        or _NO_VALUE.match(value)
        or clause.negative
    ):
        return
    owner = clause.speaker
    if found["owner"]:
        owner = f"{clause.speaker}'s {RELATIONS[found['owner']][0]}"
    if found["owner"] or what not in RELATIONS:
        yield Draft("is", value, subject=f"{owner}'s {what}", when="timeless")


def _is_a_make(what: str, value: str) -> bool:
    """Whether 我的手机是小米14 names the make, not the number."""
    return what == "手机" and re.match(r"[^\W\d]", value) is not None


def _what_is_done(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我开的是飞度."""
    value = clean(found["o"])
    medicine = "药" in clause.text  # that is an attribute of its own
    if value and not clause.negative and not medicine and not _NO_VALUE.match(value):
        yield Draft(_DONE[found["verb"]], value)


def _medicine(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 降压药现在吃的是缬沙坦: of each kind there is one at a time."""
    value = clean(found["o"])
    if value and clause.subject and not clause.negative and not _NO_VALUE.match(value):
        yield Draft("is", value, subject=f"{clause.subject}'s {found['what']}")


def _set_for(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 展会定在5月14日开幕, 展会改到7月9日: one date at a time."""
    if clause.times and _SET.search(clause.raw) and not clause.negative:
        what = clean(
            re.sub(r"^(?:我们?的?)|(?:推迟|提前|延期|改期|顺延|挪)?(?:到|至|成)?$", "", found["o"])
        )
        if what and not _MEETING.search(what):
            yield Draft("date", DAY_OF_YEAR, subject=f"{clause.speaker}'s {what}", when="timeless")


# Whose time the plans read: 会议改到周五.
_MEETING = re.compile(r"会议|例会|开会|面试|考试|聚会|聚餐|约会|体检|截止")
_SET = re.compile(r"(?:定|改|推迟|提前|延期|安排|挪|顺延)(?:在|到|至|于|成)")

RULES = (
    by(
        r"的?(?P<what>[\u4e00-\u9fff]{1,4}药)(?:现在|目前|如今|已经|就)*(?:[吃用]的|服用?的)?"
        r"(?:是|叫|(?:换|改)成了?)(?P<o>[\u4e00-\u9fffA-Za-z]{2,12})$",
        _medicine,
    ),
    by(
        r"(?P<verb>[开骑住用喝吃])的(?:车|房子)?(?:是|换成了?)(?:一?[辆台部款])?(?P<o>[^，,。]{2,14})$",
        _what_is_done,
    ),
    by(r"(?P<o>[\u4e00-\u9fffA-Za-z]{2,12})$", _set_for, whole=True, of_things=True),
)
FALLBACK = (
    by(
        rf"(?=(?:{SPEAKER.pattern})|(?:{RELATION})的)(?:{SPEAKER.pattern}的?)?(?:(?P<owner>{RELATION})的)?"
        r"(?P<what>(?!我|咱|俺|觉得|认为|以为|想|知道|希望|发现|听|[^是叫]{0,4}[他她它]|现在|目前|最近|和|跟|从|把|说|那|这|收|买|倒|在|也|就|都|不|没|只)[\u4e00-\u9fffA-Za-z]{2,6}?)"
        rf"{_NOW}(?:[用吃喝开看学读买]的)?(?<![倒不还也就都算真只总可便的])(?:是|叫|改名叫|改叫|(?:换|改|变)成了?|[升涨降调]到了?)"
        r"(?P<o>[^，,。]{2,16}?)(?:家|办)?的?$",
        _is,
        whole=True,
    ),
)
"""Rules for what no other rule reads."""
