"""Whom a Chinese clause opens with: a relation, a name, a title, a pronoun."""

import re
from dataclasses import dataclass

import rjieba

from membus.adapters.rules.chinese.relations import RELATION, RELATIONS, SPEAKER, gender_of
from membus.adapters.rules.people import Gender, Speakers
from membus.domain.entities import SURNAMES

ORGANISATION = "the organisation"
"""The canonical subject of 该公司 and 那家店 until it is known which one is meant."""

_ACTS = (
    r"(?:对|在|是|喜欢|不|没|住|也|今年|很|爱|有|的|叫|要|会|属|特别|最|最近|想|"
    r"已经|刚|生日|打算|准备|讨厌|电话|手机|养|来自|"
    r"毕业|工作|负责|从|搬|怕|患|身高|吃|喝|上|读|学|跟|和我|现在|去|得了|"
    r"说|答应|让|建议|推荐|告诉|通知|承诺|保证|来|给|把|都|换|改|被|以前|之前|退休|正在|"
    r"过生日|姓|穿|戒|用|当|做|开|教|还|好|迷|念|帮|辞职|升|结婚|离婚|怀孕|住院|邮箱|微信|明|后|下)"
)
_NAME_THEN_ACT = re.compile(_ACTS)
_TITLE = (
    r"(?:先生|女士|小姐|太太|老师|总监|总(?!是(?!我|咱)|价|共|结|体|数|部|得|会|要|裁|之|统|理|算)|副总|"
    r"经理|医生|大夫|主任|教授|师傅|律师|会计|护士|博士|教练|主管|组长|队长|局长|处长|科长|"
    r"院长|校长|老板|阿姨|叔叔|大爷|大妈|哥|姐|工(?!资|作|厂|程|人|艺|具|会|伤|龄|位))"
)
TITLED = (
    rf"(?:(?:欧阳|司马|诸葛|上官|[{SURNAMES}])[\u4e00-\u9fff]{{0,2}}?{_TITLE}"
    r"|[^\W\d_a-zA-Z女男大小新老副正主总这那各每该我你他她位名个的了是](?:老师|教授|医生|经理|主任|师傅|律师|姐|哥|总)"
    rf"|[小老阿][{SURNAMES}])"
)
"""A person by surname and title: 王经理, 李医生, 老周."""

_TITLED = re.compile(TITLED)
_LATIN_NAME = re.compile(r"[A-Z][a-z'-]+(?: [A-Z][a-z'-]+){0,2}")
_MENTIONED = re.compile(
    rf"(?:[{SURNAMES}])[\u4e00-\u9fff]{{0,1}}?(?:先生|女士|老师|经理|医生|大夫|主任|教授|师傅|律师)"
)
_THING = re.compile(
    r"(?:订单|这个?|那个?|快递|包裹|您的?|你的?|商品|物流|会议|货|衣服|东西|运单|"
    r"合同|发票|退款|客服|天气|有人|大家)"
)
_THIRD = re.compile(r"(?P<form>他|她|TA|ta)(?P<many>们)?的?")
_IT = re.compile(r"它们?的?")
_THAT = re.compile(
    rf"(?:那|这|该)(?:个|家|位|名)?(?:(?P<relation>{RELATION})"
    r"|(?P<organisation>公司|单位|企业|机构|厂|店|酒店|餐厅|医院|学校))"
)
_PERSON = re.compile(
    rf"(?:{SPEAKER.pattern}的?)(?:公司的?|店里?的?|单位的?)?(?P<mine>{RELATION})(?!们)"
    rf"|(?:(?:这学期|这学年|今年)?(?:现在|目前|如今)?的?新的?)?(?P<bare>{RELATION})(?={_ACTS}|(?:叫|姓))(?!的话)"
)
_PRONOUNS: dict[str, Gender] = {"他": "he", "她": "she"}
_PERSON_TAGS = frozenset({"nr", "nrt", "nrfg"})


@dataclass(frozen=True, slots=True)
class Opening:
    """A clause's subject ("" for a thing) and what is said of it; `given`: none was named."""

    subject: str
    rest: str
    given: bool


def opening(text: str, who: Speakers) -> Opening:
    """Return whom a clause without its lead-in is about."""
    if found := _PERSON.match(text):
        word = found["mine"] or found["bare"]
        return _relative(f"{who.speaker}'s {RELATIONS[word][0]}", text[found.end() :])
    if found := SPEAKER.match(text):
        return _about(who.speaker, text[found.end() :])
    if meant := _pronoun(text, who):
        return meant
    if _THING.match(text):
        return Opening("", text, given=True)
    if name := leading_name(text):
        return _about(name, text[len(name) :])
    return Opening("", text, given=False)


def _pronoun(text: str, who: Speakers) -> Opening | None:
    """Return whom 他, 它, 那个供应商 or 该公司 means, None for a clause that opens with none."""
    if found := _THIRD.match(text):
        person = who.third if found["many"] else _meant(found["form"], who)
        return Opening(person, text[found.end() :], given=True)
    if found := _IT.match(text):
        return Opening(f"order {who.order}" if who.order else "", text[found.end() :], given=True)
    if found := _THAT.match(text):
        word = found["relation"]
        known = f"{who.speaker}'s {RELATIONS[word][0]}" if word else ORGANISATION
        return _about(known, text[found.end() :])
    return None


def leading_name(text: str) -> str:
    """Return the person that a clause opens with, if a word of saying or being follows."""
    latin = _LATIN_NAME.match(text)
    if latin and _NAME_THEN_ACT.match(text, latin.end()):
        return latin.group()
    if not text or not ("\u4e00" <= text[0] <= "\u9fff"):
        return ""
    titled = _TITLED.match(text)
    if titled and _NAME_THEN_ACT.match(text, titled.end()):
        return titled.group()
    word, tag = rjieba.tag(text[:12])[0]
    person = tag in _PERSON_TAGS and 2 <= len(word) <= 4  # noqa: PLR2004 - Chinese names
    return word if person and _NAME_THEN_ACT.match(text, len(word)) else ""


def is_name(text: str) -> bool:
    """Whether a text is a person's name, with or without a title, and nothing else."""
    if _TITLED.fullmatch(text) or _LATIN_NAME.fullmatch(text):
        return True
    tags = rjieba.tag(text)
    return len(tags) == 1 and tags[0][1] in _PERSON_TAGS


def speak_of(subject: str, text: str, who: Speakers) -> None:
    """Let the next 他 or 她 mean whom a clause is about, or else whom it names by title."""
    if subject in {who.speaker, ""} and (named := _MENTIONED.search(text)):
        subject = named.group()
    if subject not in {who.speaker, "", ORGANISATION} and not subject.startswith("order "):
        who.speak_of(subject, gender_of(subject))


def _meant(form: str, who: Speakers) -> str:
    pronoun = _PRONOUNS.get(form)
    return who.meant(pronoun) if pronoun else who.third


def _relative(subject: str, rest: str) -> Opening:
    """Return who a relation names, by the name that stands behind it where there is one."""
    name = leading_name(rest)
    return _about(name, rest[len(name) :]) if name else _about(subject, rest)


def _about(subject: str, rest: str) -> Opening:
    return Opening(subject, rest.removeprefix("的"), given=True)
