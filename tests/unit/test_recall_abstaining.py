"""Abstention: a question that nothing known is about brings nothing; any other does."""

import pytest
from tests.support.memories import memory

from membus.contracts.events.recalls import Hit, ScoreParts
from membus.contracts.memory import Memory
from membus.domain.recalling.abstaining import IN_CONVERSATION, Signs, abstention
from membus.domain.recalling.query import analyse
from membus.domain.recalling.ranking import Found
from membus.domain.recalling.relation import asks_for
from membus.domain.recalling.scoring import Candidate
from membus.evaluation.fitting_abstention import fit
from membus.settings import RecallSettings

FLOOR = RecallSettings().floor_likelihood


def said(content: str, *before: str) -> Memory:
    return memory(content, kind="utterance", content=content, context=list(before))


def fact(content: str, predicate: str) -> Memory:
    return memory(content, kind="fact", content=content, predicate=predicate)


def why(
    question: str,
    *memories: Memory,
    similarity: float = 0.15,
    exact: bool = False,
    floor: float = FLOOR,
) -> str:
    asked = analyse(question)
    hits = [
        Hit(
            memory=each,
            score=1.0,
            level="semantic",
            parts=ScoreParts(relation=float(asks_for(asked, each))),
        )
        for each in memories
    ]
    candidates = {
        each.memory_id: Candidate(
            each.memory_id, each.session, each.session_seq, dense=similarity, exact=exact
        )
        for each in memories
    }
    found = Found(candidates, {}, {each.memory_id: each for each in memories})
    return abstention(asked, found, hits, floor)


def test_an_owner_of_whom_nothing_is_known() -> None:
    assert why("Where do I live?") == "nothing is known"


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("When is my piano recital?", said("My dentist appointment moved to the 14th of April.")),
        ("我的钢琴考级是哪天？", said("我每天骑车上班，大概二十五分钟。")),
        # What nearly every talk has, and a fact calls its owner, is no topic.
        ("When did I run my last marathon?", said("Samir here, I run the bakery on Sydney Road.")),
        ("Show the memory of user 42.", fact("User's spouse is Leila", "spouse")),
        ("👀", said("I hired Beth for the counter.")),
        ("x", said("I hired Beth for the counter.")),
    ],
)
def test_what_is_about_something_else_is_no_answer(question: str, known: Memory) -> None:
    assert why(question, known) == "nothing that is known is about this"


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("How much was the roof quote?", said("The quote for the roof came: 18,450 euros.")),
        ("论文的经费是谁给的？", said("论文经费是望岳基金给的。")),
        # In other words for the same relation.
        ("Which company employs me?", fact("User works at Globex", "works_at")),
        ("我妻子是做什么的？", said("我老婆在机场做地勤。")),
        # The answer alone says little; the question before it says what it answers.
        ("What instrument do I play?", said("The oboe.", "Which instrument do you play?")),
    ],
)
def test_what_is_about_it_is_an_answer_however_far_the_vectors(
    question: str, known: Memory
) -> None:
    assert why(question, known) == ""


def test_near_vectors_are_enough() -> None:
    known = said("I'm taking mirtazapine from now on.")
    assert why("Which antidepressant am I on?", known, similarity=0.6) == ""


def test_another_order_is_no_answer() -> None:
    known = said("I ordered a brass lamp today, the order number is A1001.")
    why_not = why("When will the lamp from order B2203 arrive?", known, similarity=0.6)
    assert why_not == "nothing is known of B2203"
    assert why("When will the lamp from order A1001 arrive?", known, similarity=0.6) == ""


def test_a_code_is_known_however_it_is_written() -> None:
    known = said("The parcel from the seed shop, number SP 777, has the wrong bulbs.")
    assert why("What came in parcel SP-777?", known, similarity=0.6) == ""


def test_what_the_ledger_knows_by_its_code_is_an_answer() -> None:
    assert why("A1001?", said("A brass lamp."), similarity=0.0, exact=True) == ""


@pytest.mark.parametrize(
    ("question", "of_another", "of_them"),
    [
        (
            "What does my sister eat?",
            said("Owen eats lentil stew at home."),
            said("My sister Ruth eats lentil stew."),
        ),
        (
            "What time does my train to Lisbon leave?",
            said("The train leaves at 7:20."),
            said("The train to Lisbon leaves at 7:20."),
        ),
        (
            "我弟弟对什么过敏？",
            said("我对花生有点过敏。"),
            said("我弟对花生过敏，弟弟从小就这样。"),
        ),
    ],
)
def test_who_or_what_was_never_spoken_of_has_no_answer(
    question: str, of_another: Memory, of_them: Memory
) -> None:
    assert why(question, of_another) != ""
    assert why(question, of_them) == ""


def test_a_child_is_spoken_of_as_a_son() -> None:
    known = said("My son sings in the school choir.")
    assert why("Which school choir does my kid sing in?", known) == ""


def test_the_name_of_somebody_else_is_not_the_owners() -> None:
    known = fact("User's name is Gloria", "name")
    assert why("What's the name of my parrot?", known) != ""
    assert why("What's my name?", known) == ""


def test_in_a_conversation_that_goes_on_less_is_enough() -> None:
    known = said("周末去爬山的时候你摔了一跤。")
    assert why("真期待出发", known, similarity=0.25) != ""
    assert why("真期待出发", known, similarity=0.25, floor=FLOOR * IN_CONVERSATION) == ""


def test_a_fit_learns_which_sign_tells() -> None:
    def signs(similarity: float, coverage: float) -> list[Signs]:
        return [Signs(similarity, coverage, 0.0, 0.0, 0.0), Signs(0.0, coverage, 0.0, 0.0, 0.0)]

    near = [signs(0.5 + 0.01 * number, 0.1 * (number % 3)) for number in range(20)]
    far = [signs(0.1 + 0.01 * number, 0.1 * (number % 3)) for number in range(10)]
    bias, weights = fit([*near, *far], [True] * 20 + [False] * 10)
    assert weights.similarity > 5 > abs(weights.coverage)
    assert bias + weights.similarity * 0.5 > 0 > bias + weights.similarity * 0.2
