"""A question after its session's window: what is searched for, and what it points back to."""

import pytest
from tests.support.hits import message

from membus.domain.lexical import term_number, terms
from membus.domain.recalling.conversation import Conversation, in_conversation, lexical_query
from membus.domain.recalling.query import analyse


def read(question: str, *window: str) -> Conversation:
    """A question after texts of its session, oldest first; their ordinals count from 10."""
    said = [message(text, ordinal=10 + place) for place, text in enumerate(window)]
    return in_conversation(analyse(question), said)


def texts(conversation: Conversation) -> list[str]:
    return [text for text, _ in conversation.texts]


def weights(conversation: Conversation) -> list[float]:
    return [weight for _, weight in conversation.texts]


@pytest.mark.parametrize("window", [(), ("",), ("  \n",)])
def test_a_question_alone_is_all_that_is_searched_for(window: tuple[str, ...]) -> None:
    conversation = read("Where is it?", *window)
    assert conversation == Conversation((("Where is it?", 1.0),), frozenset(), ())


def test_what_was_said_last_counts_most_after_the_question() -> None:
    conversation = read("And how much?", "one", "two", "three", "four", "five")
    assert texts(conversation) == ["And how much?", "five", "four", "three", "two"]
    assert weights(conversation) == sorted(weights(conversation), reverse=True)
    assert weights(conversation)[0] > weights(conversation)[1]


@pytest.mark.parametrize(
    ("question", "remark"),
    [("What shall I cook?", "I feel like cooking."), ("我做什么菜好？", "我想做饭了。")],
)
def test_a_remark_leans_more_on_what_was_said_before(question: str, remark: str) -> None:
    asked, remarked = (read(text, "one", "two") for text in (question, remark))
    assert weights(asked)[0] == weights(remarked)[0]
    assert all(
        more > less for more, less in zip(weights(remarked)[1:], weights(asked)[1:], strict=True)
    )


def test_a_question_wants_no_answer_from_just_before_and_a_remark_none_from_its_window() -> None:
    window = ("one", "two", "three", "four", "five", "six")
    assert read("Where is it?", *window).places == {12, 13, 14, 15}
    assert read("I feel like it.", *window).places == {10, 11, 12, 13, 14, 15}


def test_a_message_without_a_known_place_hides_none() -> None:
    assert in_conversation(analyse("Where?"), [message("here")]).places == frozenset()


@pytest.mark.parametrize("published", ["How much is it?", "  How much is it?\n"])
def test_a_question_that_was_published_first_is_not_searched_for_twice(published: str) -> None:
    conversation = read("How much is it?", "I found a lamp.", published)
    assert texts(conversation) == ["How much is it?", "I found a lamp."]
    assert conversation.places == {10}


def test_a_question_that_was_asked_before_is_part_of_the_conversation() -> None:
    conversation = read("How much is it?", "How much is it?", "40 euros.")
    assert texts(conversation) == ["How much is it?", "40 euros.", "How much is it?"]


@pytest.mark.parametrize(
    ("question", "window", "focus"),
    [
        ("how much is it?", ["I ordered a lamp from Acme.", "Nice choice."], ("acme",)),
        ("When does it arrive?", ["Order A1001 is on its way.", "OK then."], ("a1001",)),
        ("Where does she live?", ["Priya is my new manager.", "That is lovely."], ("priya",)),
        ("Is that one still open?", ["Contract 2024-118 is signed.", "All right."], ("2024-118",)),
        ("那个供应商靠谱吗？", ["供应商是张伟推荐的。", "好的。"], ("张伟",)),
        ("它什么时候到？", ["订单A1001已经发货了。", "好的。"], ("a1001",)),
        ("她住在哪里？", ["我的上司是王芳。", "知道了。"], ("王芳",)),
        # The window speaks another language than the question.
        ("Where does she live?", ["我的上司是王芳。", "好的。"], ("王芳",)),
        ("她住在哪里？", ["My manager is Priya.", "Good to know."], ("priya",)),
        # Of several messages with names, the newest is meant.
        ("Where does he live?", ["I called Karl.", "And then?", "I met Tom Reed."], ("tom reed",)),
    ],
)
def test_what_a_question_points_back_to(
    question: str, window: list[str], focus: tuple[str, ...]
) -> None:
    assert read(question, *window).focus == focus


@pytest.mark.parametrize("reply", ["Perfect.", "Fine.", "Done!", "Absolutely."])
def test_a_reply_of_one_word_does_not_hide_what_is_meant(reply: str) -> None:
    assert "a1001" in read("When does it arrive?", "Order A1001 is on its way.", reply).focus


@pytest.mark.parametrize(
    "question",
    [
        "How much is the lamp?",
        "What about order B7?",
        "Did they send order B7?",
        "Did I say that I like tea?",
        "Are there any nuts that I must avoid?",
        "Which one of my sisters is older?",
        "那个订单B7到了吗？",
        "我的吉他放在哪里？",
        "其他人喜欢什么？",
    ],
)
def test_what_points_at_nothing_before_it_has_no_focus(question: str) -> None:
    assert read(question, "Order A1001 is with Karl.").focus == ()


@pytest.mark.parametrize("text", ["word " * 10_000, "长" * 50_000, "x" * 50_000])
def test_a_message_of_50_000_characters_adds_little(text: str) -> None:
    conversation = read("How much is it?", text, text)
    assert all(len(each) <= 600 for each in texts(conversation))
    assert conversation.places == {10, 11}


def test_words_of_the_question_count_most_and_each_once() -> None:
    question = analyse("How much is the lamp now?")
    said = [message("The lamp is from Acme."), message("The lamp and the lamp shade.")]
    vector = lexical_query(question, in_conversation(question, said))
    weight = dict(zip(vector.indices, vector.values, strict=True))
    (lamp,), (shade,), (acme,) = (
        map(term_number, terms(word)) for word in ("lamp", "shade", "Acme")
    )
    assert len(vector.indices) == len(set(vector.indices))
    assert weight[lamp] == 1.0
    assert 0 < weight[shade] < 1
    assert 0 < weight[acme] < 1


def test_words_that_only_say_when_are_not_looked_for() -> None:
    question = analyse("Where do I live now?")
    vector = lexical_query(question, in_conversation(question, []))
    assert set(vector.indices) == set(map(term_number, terms("Where do I live?")))
