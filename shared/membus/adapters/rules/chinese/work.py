"""Employers, roles, bosses, studies and what one works on, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, each, one
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_TRADE = (
    r"(?:工程师|程序员|开发|设计师|产品经理|项目经理|经理|总监|主管|老师|教师|"
    r"教授|讲师|医生|护士|律师|会计|会计师|分析师|"
    r"研究员|科学家|记者|编辑|作家|翻译|摄影师|厨师|司机|飞行员|警察|消防员|军人|"
    r"公务员|学生|大学生|研究生|博士生|实习生|"
    r"销售|客服|运营|顾问|咨询师|心理咨询师|药剂师|建筑师|演员|歌手|画家|音乐人|"
    r"导演|运动员|教练|农民|店主|老板|创业者|"
    r"自由职业者|架构师|测试|产品|财务|出纳|秘书|助理|行政|人事|HR|CEO|CTO|技术员|"
    r"电工|木工|裁缝|理发师|美甲师|主播|退休教师)"
)
_NO_ORG = re.compile(
    r"^(?:家|这|那|哪|一起|外面|外地|忙|努力|认真|线上|周|早|晚|那边|国外|老家|"
    r"一家(?!.*(?:公司|医院|学校|银行|店)))"
)
_WHERE = r"(?P<o>[^，,。]{2,30}?)"


def _employer(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = clean(found["o"])
    if not where or _NO_ORG.match(where):
        return
    was = (
        clause.past or clause.text.endswith(("工作过", "上过班", "待过", "干过"))
    ) and not clause.negative
    dated = any(span.begin and span.until for span in clause.times)
    if was and not dated:
        yield Draft("worked_at", where)
    else:
        yield Draft("works_at", where, when="during" if was else None)
    role = re.search(rf"(?:当|做|任|担任)(?P<r>[\u4e00-\u9fffA-Z]{{0,6}}?{_TRADE})", found.group())
    if role and not clause.negative:
        yield Draft("role", role["r"])


def _joined(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = re.sub(r"(?:工作|上班|任职|做.*|当.*)$", "", clean(found["o"]))
    if (
        not clause.negative
        and not _INTENDED.search(clause.text)
        and where
        and not _NO_ORG.match(where)
    ):
        yield Draft("works_at", where)


_INTENDED = re.compile(r"打算|准备|计划|想|考虑|将要")


def _left(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = clean(found["o"])
    if where and not clause.negative and not _INTENDED.search(clause.text):
        yield Draft("left_job", where, kind="event", when="happens")
        yield Draft("works_at", where, polarity="negative", when="timeless")


def _switched(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative and not _INTENDED.search(clause.text):
        yield Draft("left_job", clean(found["a"]), kind="event", when="happens")
        yield from _joined(clause, found)


def _role(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("role", found["o"])


RULES = (
    by(rf"(?:就职|供职|任职|受雇)于{_WHERE}$", _employer),
    by(
        rf"在{_WHERE}(?:的.{{1,8}}部门?)?(?:工作|上班|任职|实习|干活|当差|(?:当|做|"
        rf"任|担任)[\u4e00-\u9fffA-Z]{{0,6}}?{_TRADE})(?:了|过|的|呢)*",
        _employer,
    ),
    by(r"从(?P<a>[^，,。]{2,20}?)(?:跳槽|跳|换)(?:到|去|来)(?:了)?(?P<o>.+)", _switched),
    by(
        r"(?:跳槽|换工作|入职|加入|加盟)(?:到|去|来)?(?:了)?(?P<o>(?!会员|购物|群).{2,20})", _joined
    ),
    by(r"(?:换到|去|到)(?:了)?(?P<o>.{2,20}?)(?:工作|上班|任职)了", _joined),
    by(r"(?:公司|单位)(?:是|叫)(?P<o>.{2,20})", _joined),
    by(r"从(?P<o>.{2,20}?)(?:离职|辞职|离开|退休)(?:了)?", _left),
    by(
        r"(?:离开|辞去)(?:了)?(?P<o>.{2,16}?)(?:的工作)?(?:了)?$",
        lambda clause, found: (
            _left(clause, found) if re.search(r"公司|工作|离职|跳槽|集团", clause.text) else []
        ),
    ),
    by(
        rf"是(?:一名|一个|一位|个|名|位)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,8}}?{_TRADE})(?=$|[，,。])",
        _role,
    ),
    by(
        r"(?:做|当|担任|干)(?:了|的是)?(?:一名|一个|"
        rf"个)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,6}}?{_TRADE})(?=$|[，,。]|的)",
        _role,
    ),
    by(
        r"(?:职业|职位|岗位|工作)是(?P<o>[\u4e00-\u9fffA-Za-z]{2,12})",
        lambda _clause, found: [Draft("role", clean(found["o"]))],
    ),
    by(rf"(?:升职|晋升|升)(?:为|成|到)?(?:了)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,6}}?{_TRADE})", _role),
    one(r"负责(?P<o>.{2,24})", "responsible_for"),
    one(
        r"(?:正在|在)(?:做|写|开发|忙|筹备|准备)(?:一个)?(?P<o>.{2,24}(?:项目|"
        r"论文|报告|方案|课题|系统|申请|材料|毕业设计))",
        "works_on",
    ),
    by(
        rf"在{_WHERE}(?:读书|上学|读大学|上大学|读研|读博|念书|念大学|留学)",
        lambda _clause, found: [Draft("studies_at", clean(found["o"]))],
    ),
    one(r"就读于(?P<o>.{2,20})", "studies_at"),
    one(r"毕业于(?P<o>.{2,20})", "graduated_from", when="happens"),
    by(
        r"(?:是)?(?:从)?(?P<o>[\u4e00-\u9fff]{2,12}(?:大学|学院|中学))毕业",
        lambda _clause, found: [Draft("graduated_from", found["o"], when="happens")],
    ),
    by(
        r"(?:学的?是?|读的?是?|主修)(?P<o>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:专业)",
        lambda _clause, found: [Draft("studies", clean(found["o"]))],
    ),
    by(
        r"专业是(?P<o>[\u4e00-\u9fff]{2,10})",
        lambda _clause, found: [Draft("studies", clean(found["o"]))],
    ),
    each(
        r"(?:正在|在|开始|报名)学(?:习)?(?:了)?(?P<o>(?!校|生|会|院)"
        r"[\u4e00-\u9fffA-Za-z、和]{2,12})",
        "studies",
    ),
    one(r"(?:月薪|工资|月收入|年薪)(?:是|有|大概)?(?P<o>\d[\d.,]*\s*(?:元|块|万|k|K)?)", "salary"),
)
