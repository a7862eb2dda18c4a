"""What no longer holds is not shown: superseded facts, their sentences, and what was taken back."""

from datetime import timedelta

import pytest
from tests.support.hits import DAY, hit

from membus.contracts.events.recalls import Hit
from membus.domain.recalling.outdating import outdated


def said(text: str, days: int, **fields: object) -> Hit:
    later = DAY + timedelta(days=days)
    moment = {"valid_from": later, "first_mentioned_at": later, "last_mentioned_at": later}
    place = {"session": f"s{days}", "session_seq": days}
    return hit(text, memory_id=f"m{days}", kind="utterance", **{**moment, **place, **fields})


def shown(question: str, *hits: Hit) -> list[str]:
    return [each.memory.content for each in outdated(hits, question)[0]]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Which gym do I go to?", "My gym is Peak Fitness.", "The gym: switched, it's Ironworks."),
        ("When is the launch?", "The launch is on 3 July.", "The launch was moved to 9 July."),
        ("我在哪家健身房锻炼？", "我在力健健身房办了卡。", "健身房换成铁馆了。"),
        ("展会哪天开？", "展会定在7月14日。", "展会推迟了，八月再办。"),
    ],
)
def test_what_a_later_remark_changes_is_history(question: str, old: str, new: str) -> None:
    assert shown(question, said(old, 1), said(new, 9)) == [new]
    assert shown(question, said(new, 9), said(old, 1)) == [new]


def test_an_earlier_change_takes_nothing_back() -> None:
    change, later = said("I switched gyms to Peak Fitness.", 1), said("My gym has a pool.", 9)
    assert len(shown("Which gym do I go to?", change, later)) == 2


def test_a_change_of_something_else_takes_nothing_back() -> None:
    gym, dentist = said("My gym is Peak Fitness.", 1), said("The dentist was moved to Friday.", 9)
    assert len(shown("Which gym do I go to?", dentist, gym)) == 2


def test_what_another_speaker_changed_takes_nothing_back() -> None:
    mine = said("My gym is Peak Fitness.", 1, speaker="Ann")
    theirs = said("The gym: switched, it's Ironworks.", 9, speaker="Bob")
    assert len(shown("Which gym does Ann go to?", mine, theirs)) == 2


def test_a_change_far_down_takes_nothing_back() -> None:
    gym, pool = said("My gym is Peak Fitness.", 1), said("The gym has a pool.", 2)
    change = said("They switched the lights off in the gym.", 9)
    assert len(shown("Which gym do I go to?", gym, pool, change)) == 3


def test_a_sentence_goes_with_the_fact_that_was_read_in_it() -> None:
    place = {"session": "s", "session_seq": 1}
    old = hit("User lives in Oslo", memory_id="f", status="superseded", **place)
    sentence = hit("I live in Oslo.", memory_id="u", kind="utterance", **place)
    other = hit("User likes tea", memory_id="t", **place)
    kept, left = outdated([old, sentence, other], "Where do I live?")
    assert [each.memory.memory_id for each in kept] == ["t"]
    assert {each.memory_id for each in left} == {"f", "u"}
