"""What of the ranked hits is shown: each thing once, as much as is asked for, nothing far off."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

import pytest
from tests.support.hits import DAY, hit
from tests.support.memories import evidence

from membus.contracts.events.recalls import Hit
from membus.contracts.memory import Evidence
from membus.domain.recalling.query import analyse
from membus.domain.recalling.selecting import Room, room_for, select

Level = Literal["exact", "semantic", "relational", "window"]


def found(
    content: str,
    *,
    score: float = 1.0,
    level: Level = "semantic",
    place: int | None = None,
    **fields: object,
) -> Hit:
    """A hit of the message at a place, else of one of its own; its id is its content."""
    at = {"session": "s" if place is not None else content, "session_seq": place or 0}
    made = hit(content, **{"memory_id": content, **at, **fields})
    return made.model_copy(update={"score": score, "level": level})


def said(text: str, place: int, **fields: object) -> Hit:
    return found(text, place=place, kind="utterance", predicate="said", **fields)  # type: ignore[arg-type]


def quoting(of: Hit, characters: int, message: str = "m") -> tuple[str, list[Evidence]]:
    """What a hit rests on: so many characters of a message."""
    return of.memory.memory_id, [evidence(of.memory, message, end=characters)]


def shown(hits: Sequence[Hit], room: Room, *rows: tuple[str, list[Evidence]]) -> list[str]:
    kept, left = select(hits, dict(rows), room)
    assert len({each.memory.memory_id for each in kept} | {each.memory_id for each in left}) == len(
        hits
    )
    assert all(each.reason for each in left)
    return [each.memory.content for each in kept]


WIDE = Room(100)
# A fact, and the words that it was read in; the first knows another time than they do.
DATED = (
    found("User: met Karl (on 2026-02-28 09:00)", place=3, valid_from=DAY - timedelta(days=1)),
    said("I met Karl yesterday at nine", 3),
)
UNDATED = found("User lives in Oslo", place=3), said("I live in Oslo.", 3)
POORER = found("User has order A1001", place=3), said("My order A1001 is a desk lamp.", 3)


def forms(fact: Hit, words: Hit, *, fact_first: bool, quoted: int = 100) -> list[str]:
    """What is shown of a fact that quotes so many of a hundred characters, and of its message."""
    hits = [fact, words] if fact_first else [words, fact]
    return shown(hits, WIDE, quoting(fact, quoted), quoting(words, 100))


@pytest.mark.parametrize("fact_first", [True, False])
def test_a_fact_that_knows_the_time_stands_for_the_words_of_its_message(fact_first: bool) -> None:
    assert forms(*DATED, fact_first=fact_first) == [DATED[0].memory.content]


def test_a_fact_or_a_message_that_says_as_much_is_shown_as_it_is_found() -> None:
    assert forms(*UNDATED, fact_first=True) == ["User lives in Oslo"]
    assert forms(*UNDATED, fact_first=False) == ["I live in Oslo."]


@pytest.mark.parametrize("fact_first", [True, False])
def test_a_message_that_tells_more_than_its_fact_is_shown_in_its_own_words(
    fact_first: bool,
) -> None:
    assert forms(*POORER, fact_first=fact_first) == ["My order A1001 is a desk lamp."]
    for fact, words in (DATED, UNDATED):
        shown_now = forms(fact, words, fact_first=fact_first, quoted=30)
        assert shown_now == [words.memory.content]


def test_the_form_that_is_shown_takes_the_place_and_score_of_the_best() -> None:
    other = found("something else", score=2.0)
    fact = found("User has a dog", score=3.0, level="exact", place=3)
    words = said("a long story about the dog that we have", 3, score=1.0)
    rows = dict([quoting(fact, 5, "m3"), quoting(words, 40, "m3")])
    kept, left = select([fact, other, words], rows, WIDE)
    assert [each.memory.kind for each in kept] == ["utterance", "fact"]
    assert (kept[0].score, kept[0].level, kept[0].sources) == (3.0, "exact", ["m3"])
    assert [each.memory_id for each in left] == ["User has a dog"]


def test_facts_of_one_message_are_several_things() -> None:
    facts = [found("User has a dog", place=3), found("User has a cat", place=3)]
    assert len(shown(facts, WIDE)) == 2


@pytest.mark.parametrize("level", ["exact", "semantic", "relational"])
def test_a_level_has_a_cap_where_the_caller_gives_no_k(level: Level) -> None:
    hits = [found(f"thing {number}", level=level) for number in range(12)]
    complex_question = "Who, where, when? And what? And why? Also how? And then?"
    most = {"exact": 5, "semantic": 8, "relational": 5}[level]
    assert len(shown(hits, room_for(analyse(complex_question)))) == most
    assert len(shown(hits, Room(10))) == 10


def test_a_full_level_leaves_room_for_the_others() -> None:
    exact = [found(f"exact {number}", level="exact") for number in range(9)]
    semantic = [found(f"semantic {number}", score=0.9) for number in range(9)]
    room = room_for(analyse("Who, where, when? And what? And why? Also how? And then?"))
    assert shown([*exact, *semantic], room) == [
        *(f"exact {number}" for number in range(5)),
        *(f"semantic {number}" for number in range(3)),
    ]


def test_what_is_far_behind_is_shown_only_to_who_names_a_k() -> None:
    hits = [found("near"), found("next", score=0.6), found("far", score=0.3)]
    assert shown(hits, room_for(analyse("Where?"))) == ["near", "next"]
    assert shown(hits, Room(3)) == ["near", "next", "far"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea", "i like TEA"),
        ("I like tea.", "I really like tea!"),
        ("I walk to the market", "I walk to the markets."),
        ("我喜欢喝茶", "我很喜欢喝茶。"),
    ],
)
def test_what_says_the_same_is_shown_once(one: str, other: str) -> None:
    assert shown([found(one), found(other)], WIDE) == [one]


LONG = "{} takes the blue folder, the cables, the badges, the water and the cookies to {}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("room 302 at 9", "room 303 at 9"),
        ("3 rooms for 2 nights", "2 rooms for 3 nights"),
        (LONG.format("Anna", "Oslo"), LONG.format("Hanna", "Oslo")),
        (LONG.format("Anna", "Oslo"), LONG.format("Anna", "Rome")),
        (LONG.format("Anna", "Bob"), LONG.format("Bob", "Anna")),
        (LONG.format("She", "us on Monday"), LONG.format("She", "us on Sunday")),
        (LONG.format("She", "us before 9"), LONG.format("She", "us after 9")),
        (LONG.format("She", "us, 5 kg"), LONG.format("She", "us, 5 pounds")),
        (LONG.format("She surely", "us"), LONG.format("She surely never", "us")),
        ("302房间，九点开会", "303房间，九点开会"),
        ("张敏负责带投影仪、文件夹和饼干去培训现场", "张丽负责带投影仪、文件夹和饼干去培训现场"),
        ("水管工星期一上门检查锅炉和楼下的水表", "水管工星期四上门检查锅炉和楼下的水表"),
        ("新来的租客可以用院子、车棚和烤架", "新来的租客不可以用院子、车棚和烤架"),
        ("箱子连同画框和海关标签一共重40公斤", "箱子连同画框和海关标签一共重40磅"),
    ],
)
def test_what_differs_in_a_detail_is_two_things(one: str, other: str) -> None:
    hits = [said(text, place) for place, text in enumerate((one, other))]
    assert shown(hits, WIDE) == [one, other]


def test_what_is_so_and_what_is_not_are_two_things() -> None:
    hits = [found("User eats fish"), found("User: eats fish", polarity="negative")]
    assert len(shown(hits, WIDE)) == 2


def test_the_same_words_of_two_people_are_two_things() -> None:
    ann = said("I live in Oslo", 1, subject="Ann", memory_id="Ann's")
    bob = said("I live in Oslo", 2, subject="Bob", memory_id="Bob's")
    assert len(shown([ann, bob], WIDE)) == 2


def test_no_hit_is_an_empty_answer() -> None:
    assert select([], {}, WIDE) == ([], [])
