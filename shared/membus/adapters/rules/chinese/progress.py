"""What is in progress, half done or waited for, as Chinese puts it."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, owner
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_DOING = (
    r"(?:申请|办理?|备考|准备|装修|找(?!我|你|他|她)|减肥|健身|考(?!虑)|写|做|改|修|翻译|整理|处理|看(?!来|着)|读|追|"
    r"练|筹备|筹划|策划|搬|谈|等(?!等)|攒|还|养病|休|治疗?|戒|复习|康复|恢复|接受|培训|招聘?|搭建|开发|测试|"
    r"排队|租|卖|换|存|跑|走流程|打官司|离婚|实习|度假|出差|旅游|坐月子|哺乳|待产|休假)"
)
# What the rules of work and study read.
_ELSEWHERE = re.compile(
    r"^(?:学(?:习)?(?!校|生|会|院)[A-Za-z\u4e00-\u9fff、和]{1,12}$|写.*(?:论文|报告|方案)|做.*(?:项目|系统|课题))"
)


def _doing(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = clean(found["o"])
    if value and not clause.past and not _ELSEWHERE.match(value):
        yield Draft("state", value, subject=owner(clause))


def _half_done(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = clean(found["o"])
    if value:
        yield Draft("state", value, subject=owner(clause), polarity="positive")


def _pending(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 签证还在办: the matter, then what is done about it."""
    value = f"{found['do']}{found['what']}"
    if found["do"] in {"审核", "审批", "走流程", "排队", "处理", "维修", "治疗"}:
        value = f"{found['what']}{found['do']}"
    yield Draft("state", value, subject=owner(clause), polarity="positive")


RULES = (
    by(rf"(?:正在|正|在)(?:忙着?)?(?P<o>{_DOING}[^，,。]{{0,16}})(?:中|呢)?$", _doing),
    by(rf"(?:忙着|忙于)(?P<o>{_DOING}?[^，,。]{{2,16}})$", _doing),
    by(
        r"(?P<o>[^，,。]{1,14}?(?:到一半|了一半|到第[一二三四五六七八九十\d]+[章步稿页集轮关]))(?:了)?$",
        _half_done,
        of_things=True,
    ),
    by(
        r"(?:我们?(?:家)?的)?(?P<what>(?!我|咱|你|他|她)[\u4e00-\u9fff]{2,8}?)(?:还|正|仍|目前|现在|依然)+在?"
        r"(?P<do>办理?|申请|审核|审批|走流程|排队|处理|维修|修|装修|写|做|改|谈|治疗)(?:中|着|呢|当中)?$",
        _pending,
        whole=True,
        of_things=True,
    ),
)
