"""Amounts, doses, sizes, rooms, seats, flights and codes, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.health import size_of
from membus.adapters.rules.chinese.making import by, owner
from membus.adapters.rules.clause import Clause, Draft, Read

_DIGITS = r"(?:\d[\d.]*万\d|\d[\d,]*(?:\.\d+)?|[一二两三四五六七八九十百千万半]{1,8})"
_MONEY = (
    rf"(?P<o>[¥￥$]?{_DIGITS}\s?(?:多|来)?(?:万|千|k|K|w)?(?:元|块钱?|万元?|美元|欧元|港币|"
    rf"人民币)?)"
)
_PAID = (
    r"(?:房租|租金|月租|租|押金|定金|订金|学费|会费|年费|保费|运费|邮费|首付|月供|房贷|车贷|贷款|尾款|"
    r"货款|余额|[\u4e00-\u9fff]{1,3}费|电费|话费|罚款|赔偿|报价|单价|总价|售价|价格|费用|奖金|补贴)"
)
# What is or becomes so much: 是3000元, 涨到了5000块, 从4000降到3500.
_COMES_TO = (
    r"(?:从[^到]{1,10})?(?:每个?月|一个月|每年|一年|每天|每次)?"
    r"(?:已经?|又|都|还|一共|总共|大概|大约|差不多|现在|目前)*"
    r"(?:涨|降|调|升|减|改|变)?(?:是|要|有|付|交|收|花|为|剩|到|至|成|欠|[:：])*了?(?:每个?月|一个月|每年)?"
)
_TIMES_A_DAY = (
    r"(?:(?:每天|每日|一天|一日|每晚|每早|早晚|每周)(?:早上|早晨|晚上|中午|睡前|饭后|饭前)?|睡前|"
    r"饭后|饭前)"
)
_UNIT = r"(?:毫克|微克|克|毫升|片|粒|颗|支|单位|滴|袋|mg|ml|g)"
_DOSE = (
    rf"{_TIMES_A_DAY}(?:各|吃|服|服用|打|喝|用)*(?:{_DIGITS}次)?[，,]?(?:每次|一次|各)?"
    rf"(?:吃|服|服用|打|喝|用)?{_DIGITS}\s?{_UNIT}"
    rf"|{_TIMES_A_DAY}(?:吃|服|服用|打|喝|用)*{_DIGITS}次(?!课)"
    rf"|(?:每次|一次)(?:吃|服|服用|打|喝|用)*{_DIGITS}\s?{_UNIT}"
)
_DRUG = r"[\u4e00-\u9fffA-Za-z]{1,9}(?:片|胶囊|素|药|灵|平|仑|胍|林|酮|芬|汀|唑|胺|定|油|钙|D3?)"
_MEDICINE = re.compile(
    rf"(?:吃|服用?|打|喝|用|注射)?(?P<m>{_DRUG})(?=每|一天|一日|早晚|睡前|饭|吃|服|打|$)"
)
_CODES = {
    "工号": "employee_number",
    "学号": "student_number",
    "保单": "policy_number",
    "取件": "pickup_code",
    "取货": "pickup_code",
    "提货": "pickup_code",
    "航班": "flight",
    "车次": "flight",
    "座位": "seat",
    "税号": "tax_number",
    "纳税人识别号": "tax_number",
}


_OWN = re.compile(
    r"^(?:现在|目前|今年)?(?:我们?|咱们?)?(?:家|公司)?的?(?:每个?月|每年|一年)?的?(?=.)"
)


def _amount(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 房租每个月4500块: the amount of the speaker's rent."""
    value = found["o"].strip()
    told = value[-1] in "元块钱币" or value[0] in "¥￥$" or len(re.sub(r"\D", "", value)) > 1
    if told and not clause.negative:
        thing = _OWN.sub("", found["thing"])
        yield Draft("amount", value, subject=f"{clause.subject or clause.speaker}'s {thing}")


def _dose(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    before, behind = clause.text[: found.start("o")], clause.text[found.end("o") :]
    medicine = _MEDICINE.search(before) or re.fullmatch(rf"(?:的)?(?P<m>{_DRUG})", behind)
    if medicine is None and re.search(r"克|毫升|单位", found["o"]):
        medicine = re.fullmatch(r"(?P<m>[\u4e00-\u9fffA-Za-z]{2,8})", before)
    owner = clause.subject if clause.subject and "'s " not in clause.subject else clause.speaker
    if re.search(r"(?:医生|大夫)", owner):
        owner = clause.speaker
    if medicine:
        drug = re.sub(r"^.*?(?:吃|服用?|打|喝|用|注射|的|让我)", "", medicine["m"]) or medicine["m"]
        yield Draft("takes_medicine", drug, subject=owner)
        yield Draft("dose", found["o"], subject=f"{owner}'s {drug}", when="timeless")
    elif re.search(r"吃|服|打|药|毫克|片|粒|剂量", clause.text):
        yield Draft("dose", found["o"], subject=owner, when="timeless")


def _code(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        number = found["o"].rstrip("-")
        yield Draft(_CODES[found["what"]], number, subject=owner(clause), when="timeless")


def _password(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    thing = re.sub(r"^(?:我们?|咱们?)?(?:家|公司)?的?", "", found["thing"])
    owner = clause.speaker
    yield Draft("password", found["o"], subject=f"{owner}'s {thing}" if thing else owner)


def _room(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not re.search(r"会议?|开会|面试|考试|培训|见面", clause.text):
        yield Draft("room", found["o"], subject=clause.speaker)


def _room_for(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 抽血在302."""
    what = re.sub(r"^(?:会议|考试|面试)$", found["what"], found["what"])
    yield Draft("room", found["o"], subject=f"{clause.speaker}'s {what}", when="timeless")


def _size(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if clause.subject:
        yield Draft(size_of(clause), found["o"])


def _owned(predicate: str) -> Read:
    """Return a reader of an amount that the speaker has one of: a budget, a salary."""

    def read(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
        if not clause.negative:
            yield Draft(predicate, found["o"].strip(), subject=owner(clause))

    return read


RULES = (
    by(
        rf"(?:我们?的?)?.{{0,6}}?预算(?:只有|最多|控制|上限|大概|大约|在|为)*{_COMES_TO}\s*{_MONEY}",
        _owned("budget"),
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,6}}?(?:月薪|工资|月收入|年薪|薪水|税前)(?:大概|大约|为)*{_COMES_TO}\s*{_MONEY}",
        _owned("salary"),
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?P<thing>(?:我们?|咱们?)?(?:[\u4e00-\u9fff]{{0,6}}?){_PAID}){_COMES_TO}\s*{_MONEY}(?=$|[，,。了/每])",
        _amount,
        whole=True,
        of_things=True,
    ),
    by(rf".*?(?P<o>{_DOSE})", _dose, whole=True, of_things=True),
    by(
        rf".{{0,6}}?(?P<what>{'|'.join(_CODES)})(?:号码?|编号|码)?(?:是|为|[:：]|改成了?|换成了?|改为)?\s*"
        r"(?P<o>(?=[A-Za-z-]*\d)[A-Za-z0-9-]{2,18}(?:排?[A-Z]|号)?)",
        _code,
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,8}?(?:坐|乘|搭)?(?P<o>[GDCKTZ]\d{1,4})(?:次)?(?:的)?(?:高铁|动车|火车|列车)",
        lambda clause, found: [Draft("flight", found["o"], subject=clause.speaker, when="happens")],
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,8}?(?:坐|乘|搭)?(?P<o>[A-Z]{2}\d{3,4})(?:次)?(?:的)?(?:航班|飞机)",
        lambda clause, found: [Draft("flight", found["o"], subject=clause.speaker, when="happens")],
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<thing>[\u4e00-\u9fffA-Za-z-]{0,8}?)(?:的)?密码(?:是|为|[:：]|改成了?|换成了?|改为了?)\s*"
        r"(?P<o>[\x21-\x7e]{3,32})",
        _password,
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,8}?(?:房间号?|房号|门牌号?|包间|病房|病床)(?:是|为|在|[:：]|换(?:到|成)了?|改(?:到|成|为)了?)\s*"
        r"(?P<o>[A-Za-z]?-?\d{2,5}[A-Z]?(?:号?房间?|室|号)?)",
        _room,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<name>(?!我|你|体重|身高)[\u4e00-\u9fff]{2,4}?)(?P<o>\d+(?:\.\d+)?\s?(?:公斤|斤|kg|千克))$",
        lambda _clause, found: [Draft("weight", found["o"], subject=found["name"])],
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<what>(?!住|我|你|他|她|就)[\u4e00-\u9fff]{2,6}?)在(?P<o>[A-Z]?\d{2,4}(?:号)?(?:室|房间?|诊室|教室|号|会议室)?)$",
        _room_for,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?P<thing>(?!我|你|他|她)[\u4e00-\u9fff]{2,6}?)(?P<o>[一两二三四五六七八九]万?[一二三四五六七八九]?[千百][一二三四五六七八九百十]{0,4}(?:元|块钱?)?)$",
        lambda clause, found: [
            Draft("amount", found["o"], subject=f"{clause.speaker}'s {found['thing']}")
        ],
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:住|搬到|换到|在)(?:在|了)?(?P<p>[^，,。]{0,8}?)(?P<o>[A-Za-z]?-?\d{3,5}[A-Z]?(?:号?房间?|室))",
        _room,
    ),
    by(
        r".{0,4}?(?:尺码|鞋码|码数|脚|鞋|衣服|裤子|戒指号?|戒围)(?:是|为|穿|[:：]|改(?:成|为)了?|换成了?)?\s*"
        r"(?P<o>\d{2}(?:\.5)?(?:码|号)?|[SMLX]{1,4}码?|均码)(?=$|[，,。了的吧])",
        _size,
        whole=True,
    ),
    by(
        r"(?:想|要|帮我)*(?:换成?|改成?|穿)(?:了)?(?P<o>\d{2}(?:\.5)?码|[SMLX]{1,4}(?:码|号))",
        _size,
    ),
)
