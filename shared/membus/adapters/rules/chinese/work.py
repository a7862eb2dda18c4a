"""Employers, roles, bosses, studies and what one works on, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, each, one
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.persons import is_name
from membus.adapters.rules.clause import Clause, Draft

_TRADE = (
    r"(?:工程师|程序员|开发|设计师|产品经理|项目经理|经理|总监|主管|老师|教师|"
    r"教授|讲师|医生|护士|律师|会计|会计师|分析师|"
    r"研究员|科学家|记者|编辑|作家|翻译|摄影师|厨师|司机|飞行员|警察|消防员|军人|"
    r"公务员|学生|大学生|研究生|博士生|实习生|"
    r"销售|客服|运营|顾问|咨询师|心理咨询师|药剂师|建筑师|演员|歌手|画家|音乐人|"
    r"导演|运动员|教练|农民|店主|老板|创业者|"
    r"自由职业者|PM|QA|SRE|HRBP|CFO|COO|VP|前端|后端|算法|运维|市场|设计|策划|保洁|外卖员|快递员|调酒师|咖啡师|架构师|测试|产品|财务|出纳|秘书|助理|行政|人事|HR|CEO|CTO|技术员|"
    r"电工|木工|裁缝|理发师|美甲师|主播|退休教师)"
)
_NO_ORG = re.compile(
    r"^(?:家|这|那|哪|一起|外面|外地|忙|努力|认真|线上|周|早|晚|那边|国外|老家|"
    r"一家(?!.*(?:公司|医院|学校|银行|店)))"
)
# Firms that the word cutter takes for common nouns.
_FIRM = re.compile(
    r"百度|腾讯|阿里(?:巴巴)?|字节(?:跳动)?|华为|美团|京东|网易|小米|拼多多|滴滴|快手|微软|谷歌|苹果|亚马逊|"
    r"[A-Z][A-Za-z&. ]*|.{2,12}(?:公司|集团|银行|大学|医院|研究所|研究院|科技|物流|酒楼|餐厅|"
    r"饭店|小馆|工厂|学校|中学|小学|传媒|文化|网络|资本|基金|证券|保险|地产|书店|事务所|律所|"
    r"出版社|工作室)"
)
_NOW_OR_THEN = re.compile(r"以前|之前|原来|曾经|现在|目前|如今|刚|新工作")
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


def _at(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 以前在百度 and 现在在腾讯: without a word of work only a firm will do."""
    where = clean(found["o"])
    if (
        _FIRM.fullmatch(where)
        and not re.search(r"[上读念]", where)
        and (_NOW_OR_THEN.search(clause.text) or not clause.negative)
    ):
        past = clause.past and not clause.negative
        yield Draft("worked_at" if past else "works_at", where)


def _took_up(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 到砺锋酒楼当行政总厨了."""
    if clause.negative or _INTENDED.search(clause.text) or not _FIRM.fullmatch(found["o"]):
        return
    yield Draft("works_at", clean(found["o"]), when="begins")
    yield Draft("role", clean(found["r"]), when="begins")


def _studies_at(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    yield Draft("studies_at", clean(found["o"]))
    if found["s"]:
        yield Draft("studies", clean(found["s"]))


def _joined(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    where = re.sub(r"(?:工作|上班|任职|做.*|当.*)$", "", clean(found["o"]))
    if (
        not clause.negative
        and not _INTENDED.search(clause.text)
        and where
        and not _NO_ORG.match(where)
    ):
        yield Draft("works_at", where, when="begins")


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


def _membership(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    left = found.group().startswith(("退出", "离开")) or clause.negative
    if not _MEETING.search(found["o"]):
        yield Draft("member_of", clean(found["o"]), polarity="negative" if left else "positive")


_MEETING = re.compile(r"(?:晚|年|开|大|家长|例|周|分享|研讨|发布|音乐|演唱|展览|运动|聚|宴)会$")


def _role(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not is_name(found["o"]) and not re.match(
        r"我|咱|你", found["o"]
    ):  # 是李医生 says who, not what
        yield Draft("role", found["o"])


RULES = (
    by(rf"(?:就职|供职|任职|受雇)于{_WHERE}$", _employer),
    by(
        rf"在{_WHERE}(?:的.{{1,8}}部门?)?(?:工作|上班|任职|实习|干活|当差|掌勺|打工|兼职|教书|坐诊|值班|做兼职|(?:当|做|"
        rf"任|担任)[\u4e00-\u9fffA-Z]{{0,6}}?{_TRADE})(?:了|过|的|呢)*",
        _employer,
    ),
    by(r"在(?P<o>[^，,。]{2,14})$", _at),
    by(
        r"(?:到|去|来)(?:了)?(?P<o>[^，,。]{2,14}?)(?:当|做|任|担任)(?:了)?(?P<r>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:了)?$",
        _took_up,
    ),
    by(r"(?:去|到|来)了(?P<o>[^，,。]{2,14})$", _at),
    by(
        r"在(?P<o>[^，,。]{2,12}?)(?:上|念|读)(?:了)?(?:幼儿园|小学|初中|高中|大学|中班|大班|小班|"
        r"(?:小学|初中|高中)?[一二三四五六]年级|[初高大][一二三四]|(?P<s>[\u4e00-\u9fff]{0,6}?)的?(?:研究生|博士|硕士|本科|专业))",
        _studies_at,
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
        rf"是(?:一名|一个|一位|个|名|位)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,8}}?{_TRADE})(?:了)?(?=$|[，,。])",
        _role,
    ),
    by(
        r"(?:是)?(?:做|当|担任|干)(?:了|的是)?(?:一名|一个|"
        rf"个)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,6}}?{_TRADE})(?=$|[，,。]|的)",
        _role,
    ),
    by(
        r"(?:职业|职位|岗位|工作)是(?P<o>[\u4e00-\u9fffA-Za-z]{2,12})",
        lambda _clause, found: [Draft("role", clean(found["o"]))],
    ),
    by(rf"(?:升职|晋升|升)(?:为|成|到)?(?:了)?(?P<o>[\u4e00-\u9fffA-Za-z]{{0,6}}?{_TRADE})", _role),
    by(
        r"(?:参加|加入|报名|退出|离开)(?:了)?(?P<o>[^，,。]{1,10}?(?:会|社|社团|球队|乐队|车队|俱乐部|协会|合唱团))(?:了)?$",
        _membership,
    ),
    by(
        r"(?:在|(?:调|转|换|分)(?:到|去)(?:了)?)(?P<o>[\u4e00-\u9fffA-Za-z]{2,10}?(?:组|部门?|团队|科室))(?:了)?$",
        lambda clause, found: [] if clause.negative else [Draft("team", found["o"])],
    ),
    one(r"负责(?P<o>.{2,24})", "responsible_for"),
    one(
        r"(?:正在|在)(?:做|写|开发|忙|筹备|准备)(?:一个)?(?P<o>.{2,24}(?:项目|"
        r"论文|报告|方案|课题|系统|申请|材料|毕业设计))",
        "works_on",
    ),
    by(
        rf"在{_WHERE}(?:读书|上学(?!习)|读大学|上大学|读研|读博|念书|念大学|留学)",
        lambda _clause, found: [Draft("studies_at", clean(found["o"]))],
    ),
    by(
        r"(?:上|读|念)(?:了)?(?P<o>幼儿园|小学|初中|高中|大学|研究生|中班|大班|小班|"
        r"(?:小学|初中|高中)?[一二三四五六]年级|[初高大][一二三四])(?:了)?$",
        lambda _clause, found: [Draft("studies_at", found["o"])],
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
)
