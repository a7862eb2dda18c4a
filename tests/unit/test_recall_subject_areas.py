import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from membus.domain.predicates import PREDICATES
from membus.domain.recalling.subject_area_words import CHINESE, ENGLISH
from membus.domain.recalling.subject_areas import STRONG, areas, latest_alone, strong

AREAS = [
    ("Where is my package?", "order"),
    ("When will my order be delivered?", "order"),
    ("I want to return what I bought", "after-sales order"),
    ("Did the shop refund the lamp?", "after-sales"),
    ("When do I return from Paris?", ""),
    ("Put it in order of size", ""),
    ("Is my expense report approved?", "reimbursement"),
    ("What meetings do I have tomorrow?", "schedule"),
    ("He was late due to rain", ""),
    ("What's Ann's phone number?", "contact"),
    ("How much did the lamp cost?", "finance"),
    ("Which hotel did I stay at?", "travel"),
    ("Am I allergic to anything?", "health"),
    ("What do I like to eat?", "food preference"),
    ("Who is my boss?", "work"),
    ("What is my daughter's name?", "family profile"),
    ("What is it like?", ""),
    ("?", ""),
    ("", ""),
    ("🙂", ""),
    ("我的快递到哪了", "order"),
    ("我买的东西想退", "after-sales order"),
    ("我想退休了", ""),
    ("我想退票", ""),
    ("报销到哪一步了", "reimbursement"),
    ("明天有什么会议", "schedule"),
    ("小林的电话是多少", "contact"),
    ("预算是多少", "finance"),
    ("我去过哪些城市", "travel"),
    ("我对什么过敏", "health"),
    ("我喜欢吃什么", "food preference"),
    ("我的上司是谁", "work"),
    ("我女儿叫什么", "family profile"),
    ("那个酒店多少钱", "finance travel"),
    ("我的 order 呢", "order"),
]
LATEST = [
    "I want to return what I bought",
    "my order",
    "Where is my package?",
    "Hi, where's my order now?",
    "What's the status of my refund?",
    "My last order, has it shipped yet?",
    "can I still cancel the order",
    "How far along is my reimbursement?",
    "The thing I ordered is broken, I want my money back, can I return it?",
    "How much was my order?",
    "我买的东西想退",
    "我的订单到哪了",
    "报销到哪一步了",
    "我的快递什么时候到？",
    "退款到账了吗",
    "我想换货，怎么办",
    "最近的订单发货了没有",
    "刚买的坏了，能退吗",
    "帮我查一下物流",
]
NOT_LATEST = [
    "all my orders",
    "Where are my packages?",
    "order A1001",
    "Where is order 2024-118?",
    "the lamp I ordered",
    "I want to return the shoes",
    "my last two orders",
    "my order history",
    "the order I placed last week",
    "What did I buy?",
    "What have I ordered?",
    "Did Ann's package arrive?",
    "What's the status of both refunds?",
    "where do I live",
    "What's my next meeting?",
    "où est my order",
    "🙂",
    "",
    "哪些订单",
    "我所有的订单",
    "我的订单A1001到哪了",
    "我买的台灯想退",
    "上周买的东西想退",
    "我有几个订单",
    "两个包裹都到了吗",
    "我买了什么",
    "小林的快递到了吗",
    "以前的订单",
    "明天的会议几点",
    "我住在哪",
]


@pytest.mark.parametrize(("question", "labels"), AREAS)
def test_a_question_speaks_of_areas(question: str, labels: str) -> None:
    assert areas(question) == set(labels.split())


def test_strong_areas_are_those_whose_matters_change() -> None:
    assert strong(areas("Which meeting is about my order of food?")) <= STRONG
    assert strong(areas("我的订单要报销，明天开会说")) == {"order", "reimbursement", "schedule"}
    assert strong(areas("What do I like to eat?")) == frozenset()


@pytest.mark.parametrize("question", LATEST)
def test_one_matter_and_nothing_more_is_the_latest(question: str) -> None:
    assert latest_alone(question)


@pytest.mark.parametrize("question", NOT_LATEST)
def test_a_thing_number_plural_or_time_means_another(question: str) -> None:
    assert not latest_alone(question)


def test_every_label_that_facts_carry_has_words_in_both_languages() -> None:
    carried = {known.domain for known in PREDICATES.values() if known.domain}
    assert ENGLISH.keys() == CHINESE.keys() == carried


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_has_areas_or_none(text: str) -> None:
    assert areas(text) <= ENGLISH.keys()
    assert latest_alone(text) in {True, False}
