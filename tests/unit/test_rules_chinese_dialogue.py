"""What Chinese says beside the messages before: corrections, retractions, pronouns, promises."""

from collections.abc import Sequence

import pytest
from tests.support.extraction import facts, stated, turn

from membus.contracts.memory import Fact
from membus.domain.conflict import Stated, chain, is_single_valued

Triple = tuple[str, str, str]


def after(text: str, *before: str) -> list[Fact]:
    return facts(turn(text, before=[("user", each) for each in before]))


def triples(found: Sequence[Fact]) -> set[Triple]:
    signs = {"positive": "+", "negative": "-"}
    return {(fact.predicate, fact.object, signs[fact.polarity]) for fact in found}


ORDER = {("order", "A1002", "+"), ("order", "A1001", "-")}
CORRECTIONS: list[tuple[str, str, set[Triple]]] = [
    ("我的订单是A1001", "刚才说错了，是A1002", ORDER),
    ("我的订单是A1001", "不是A1001，是A1002", ORDER),
    ("我的订单是A1001", "写错了。是A1002", ORDER),
    ("", "我的订单号不是A1001，是A1002", ORDER),
    ("", "订单号写错了，应该是B2002", {("order", "B2002", "+"), ("order", "anything else", "-")}),
    ("", "我女儿不是5岁，是6岁", {("age", "6", "+")}),
    ("我叫李伟", "写错了，是李玮", {("name", "李玮", "+")}),
    ("我的上司是王强", "说错了，我的上司是李娜", {("manager", "李娜", "+")}),
    (
        "我的地址是苏州市工业园区星湖街328号",
        "地址写错了，应该是苏州市姑苏区平江路18号",
        {("address", "苏州市姑苏区平江路18号", "+")},
    ),
    (
        "我周五下午三点有面试",
        "面试时间说错了，是下午四点",
        {("meeting", "面试", "+"), ("meeting", "面试", "-")},
    ),
]

RETRACTIONS: list[tuple[str, str, set[Triple]]] = [
    ("我对花生过敏", "其实我没有过敏", {("allergic_to", "花生", "-")}),
    ("我对花生过敏", "忘掉我说的花生过敏", {("allergic_to", "花生", "-")}),
    ("", "忘掉我对花生过敏这件事", {("allergic_to", "花生", "-")}),
    (
        "我的地址是苏州市工业园区星湖街328号",
        "忘掉我说的地址",
        {("address", "苏州市工业园区星湖街328号", "-")},
    ),
    ("我在腾讯工作", "我之前说在腾讯工作是开玩笑的", {("works_at", "腾讯", "-")}),
    ("周三下午三点和李总开会", "会议取消了", {("meeting", "和李总开会", "-")}),
    ("", "取消周三的会议", {("meeting", "会议", "-")}),
    ("我下周一到周三要去上海出差", "算了，不去了", {("travels_to", "上海", "-")}),
    ("我打算七月去日本", "我们不去日本了", {("plans", "去日本", "-")}),
    ("我想退货", "算了，不退了", {("return", "所购商品", "-")}),
    ("我喜欢爬山", "当我没说", {("likes", "爬山", "-")}),
]


@pytest.mark.parametrize(
    ("before", "text", "expected"), CORRECTIONS, ids=[c[1] for c in CORRECTIONS]
)
def test_a_correction_states_what_is_right(before: str, text: str, expected: set[Triple]) -> None:
    assert triples(after(text, *filter(None, [before]))) == expected


@pytest.mark.parametrize(
    ("before", "text", "expected"), RETRACTIONS, ids=[c[1] for c in RETRACTIONS]
)
def test_a_retraction_denies_what_was_said(before: str, text: str, expected: set[Triple]) -> None:
    assert triples(after(text, *filter(None, [before]))) == expected


@pytest.mark.parametrize(
    ("before", "text"),
    [row[:2] for row in RETRACTIONS if row[0]],
    ids=[row[1] for row in RETRACTIONS if row[0]],
)
def test_a_retraction_leaves_nothing_of_the_earlier_fact(before: str, text: str) -> None:
    """Without a new value the earlier fact ends: the two are of one slot and one time."""
    (earlier,) = facts(turn(before))
    later = [fact for fact in after(text, before) if fact.object == earlier.object]
    statements = [
        Stated(
            (fact.object, fact.polarity),
            fact.valid_from or earlier_at,
            fact.valid_to,
            earlier_at,
            at,
        )
        for at, fact in enumerate([earlier, *later])
        for earlier_at in [turn("").messages[0].at]
    ]
    closed = chain(statements, single_valued=is_single_valued(earlier.predicate))[0]
    assert (earlier.subject, earlier.predicate) == (later[0].subject, later[0].predicate)
    assert closed.superseded


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("我住在杭州", "算了，不去了"),
        ("我喜欢爬山", "取消订阅"),
        ("我住在杭州", "题目做错了，再来一次"),
    ],
)
def test_what_was_not_called_off_stands(before: str, text: str) -> None:
    assert after(text, before) == []


@pytest.mark.parametrize(
    ("before", "text", "subject"),
    [
        ("我女儿叫小雨", "她对牛奶过敏", "小雨"),
        ("我妈妈叫张兰，我爸爸叫李刚", "她喜欢跳舞", "张兰"),
        ("我妈妈叫张兰，我爸爸叫李刚", "他喜欢钓鱼", "李刚"),
        ("王经理是我的上司", "他住在朝阳区", "王经理"),
        ("我们的供应商是宏达", "那个供应商的电话是0512-88886666", "宏达"),
        ("我们的供应商是宏达", "该公司的电话是0512-88886666", "宏达"),
    ],
)
def test_a_pronoun_means_who_was_spoken_of(before: str, text: str, subject: str) -> None:
    (fact,) = after(text, before)
    assert fact.subject == subject


def test_a_pronoun_is_resolved_within_its_sentence() -> None:
    found = facts(turn("我下周要去北京找王经理，他住在朝阳区"))
    assert {(fact.subject, fact.predicate) for fact in found} == {
        ("user", "travels_to"),
        ("王经理", "lives_in"),
    }


def test_it_means_the_thing_and_the_order_spoken_of() -> None:
    assert triples(after("它裂了，要退", "我买了一个蓝色杯子，订单号是A1001")) == {
        ("complaint", "蓝色杯子裂了（订单A1001）", "+"),
        ("return", "订单A1001的蓝色杯子", "+"),
    }


def test_the_firm_is_no_subject_where_none_was_named() -> None:
    assert {fact.subject for fact in facts(turn("该公司的电话是0512-88886666"))} == {"user"}


@pytest.mark.parametrize(
    ("text", "said", "until"),
    [
        ("我会在周五前给您退款", "客服承诺退款（2024年5月31日前）", "2024-05-31T16:00"),
        (
            "我明天上午十点前把合同发给您",
            "客服承诺把合同发给用户（2024年5月31日10:00前）",
            "2024-05-31T02:00",
        ),
        (
            "我们将在3个工作日内为您补发新杯子",
            "客服承诺补发新杯子（2024年5月30日00:30至2024年6月4日00:30）",
            "2024-06-03T16:30",
        ),
        (
            "快递预计明天送达",
            "客服承诺快递送达（2024年5月31日）",
            "2024-05-31T16:00",
        ),
    ],
)
def test_a_promise_of_the_assistant_says_who_what_and_until_when(
    text: str, said: str, until: str
) -> None:
    (fact,) = facts(turn(("assistant", text)))
    assert (fact.subject, fact.kind, fact.content) == ("assistant", "commitment", said)
    assert fact.valid_to is not None
    assert fact.valid_to.isoformat().startswith(until)


@pytest.mark.parametrize(
    ("text", "subject", "what"),
    [
        ("王经理说周五前给我答复", "王经理", "给用户答复"),
        ("房东答应下周修空调", "user's landlord", "修空调"),
        ("物业答应今天修电梯", "物业", "修电梯"),
    ],
)
def test_a_promise_of_others_is_theirs(text: str, subject: str, what: str) -> None:
    (fact,) = facts(turn(text))
    assert (fact.subject, fact.predicate, fact.object) == (subject, "commitment", what)


def test_an_appointment_made_for_the_user_is_the_users() -> None:
    (fact,) = facts(turn(("assistant", "我帮您预约了周三下午三点的体检")))
    assert (fact.subject, fact.predicate, fact.object) == ("user", "meeting", "体检")


def test_what_was_recalled_is_not_learned_again() -> None:
    """Case 1."""
    assert stated("<memory>\n- 用户住在罗马\n</memory>\n我在腾讯工作") == {
        ("works_at", "腾讯", "+")
    }
