from datetime import timedelta
from typing import Any

import pytest
from tests.support.changes import DAY, Fold, day, fact, fact_set

from membus.contracts.events.changes import MemoryCommanded, SourceAnchor
from membus.contracts.memory import Memory
from membus.errors import MalformedError


def command(name: str, memory: Any = None, **fields: Any) -> MemoryCommanded:
    memory_id = None if memory is None else memory.memory_id
    return MemoryCommanded(command=name, memory_id=memory_id, **fields)


def with_tea(**fields: Any) -> tuple[Fold, Memory]:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1", **fields), turn="t1", at=day(0)))
    return fold, fold.one()


def test_forget_hides_and_restore_brings_back_what_it_was() -> None:
    fold, tea = with_tea()
    assert fold.apply(command("forget", tea), appended=day(1)).outcome == "stored"
    assert (fold.one().status, fold.one().decision) == ("forgotten", "forgotten")
    assert fold.one().content == tea.content
    fold.apply(command("restore", tea), appended=day(2))
    assert fold.one().status == "active"


def test_forgetting_twice_changes_nothing_more() -> None:
    fold, tea = with_tea()
    fold.apply(command("forget", tea))
    again = fold.apply(command("forget", tea))
    assert (again.outcome, again.memories) == ("skipped", [])
    assert again.reason == "nothing to forget"


def test_a_late_event_leaves_it_forgotten_and_a_fresh_mention_does_not() -> None:
    fold, tea = with_tea()
    fold.apply(command("forget", tea), appended=day(5))
    late = fold.apply(fact_set(fact(message="m2"), at=day(4), appended=day(4)))
    assert (fold.one().status, late.fates[0].reason) == ("forgotten", "stays forgotten")
    fold.apply(fact_set(fact(message="m3"), at=day(6), appended=day(6)))
    assert (fold.one().status, fold.one().mention_count) == ("active", 3)


def test_a_later_revision_of_its_own_turn_leaves_it_forgotten() -> None:
    fold, tea = with_tea()
    fold.apply(command("forget", tea), appended=day(5))
    fold.apply(fact_set(fact(message="m1"), turn="t1", revision=2, at=day(0)), appended=day(6))
    assert fold.one().status == "forgotten"


def test_restoring_puts_a_home_where_it_belongs_in_time() -> None:
    fold = Fold()
    fold.apply(fact_set(fact("user", "lives_in", "Oslo", "m1"), at=day(0)))
    oslo = fold.one()
    fold.apply(command("forget", oslo), appended=day(1))
    fold.apply(fact_set(fact("user", "lives_in", "Rome", "m2"), at=day(5)))
    fold.apply(command("restore", oslo), appended=day(6))
    assert [(m.object, m.status, m.valid_to) for m in fold.memories()] == [
        ("Oslo", "superseded", day(5)),
        ("Rome", "active", None),
    ]


def test_a_restored_short_memory_gets_time_again() -> None:
    fold, draft = with_tea(type="short")
    fold.apply(command("forget", draft), appended=day(1))
    fold.apply(command("restore", draft), appended=day(30))
    assert fold.one().expires_at == day(37)


def test_pin_and_unpin() -> None:
    fold, tea = with_tea()
    fold.apply(command("pin", tea))
    assert fold.one().pinned
    assert fold.apply(command("pin", tea)).outcome == "skipped"
    fold.apply(command("unpin", tea))
    assert not fold.one().pinned


def test_correct_replaces_the_text_or_the_wrong_part_of_it() -> None:
    fold, tea = with_tea(entities=["tea", "Oolong"], confidence=0.4)
    fold.apply(command("correct", tea, value="user likes coffee"))
    assert (fold.one().content, fold.one().confidence) == ("user likes coffee", 1.0)
    assert fold.one().entities == []
    anchor = SourceAnchor(message_id="m1", value="coffee")
    fold.apply(command("correct", tea, value="cocoa", anchor=anchor))
    corrected = fold.one()
    assert (corrected.content, corrected.memory_id) == ("user likes cocoa", tea.memory_id)
    assert corrected.entities == ["cocoa"]


def test_a_correction_holds_when_its_turn_is_revised() -> None:
    fold, tea = with_tea()
    anchor = SourceAnchor(message_id="m1", value="tea")
    fold.apply(command("correct", tea, value="cocoa", anchor=anchor), appended=day(1))
    grown = fact(message="m1", start=3, end=17)
    fold.apply(fact_set(grown, turn="t1", revision=2, at=day(0)))
    assert (fold.one().content, fold.one().mention_count) == ("user likes cocoa", 1)


def test_erase_leaves_nothing_of_it_and_the_same_source_cannot_bring_it_back() -> None:
    fold, tea = with_tea(entities=["Tea"], keywords=["tea"], context=["what do you like?"])
    decision = fold.apply(command("erase", tea), appended=day(1))
    erased = fold.one()
    assert erased.status == "forgotten"
    left = erased.model_dump_json()
    assert "tea" not in left.lower()
    assert "what do you like" not in left
    assert [row.message_id for row in decision.withdrawn] == ["m1"]
    fold.apply(fact_set(fact(message="m1"), turn="t1", revision=2, at=day(0)), appended=day(9))
    assert fold.one().content == ""
    assert fold.apply(command("restore", tea)).outcome == "skipped"


def test_a_memory_is_found_by_its_source_when_its_id_is_another_one() -> None:
    fold, _tea = with_tea()
    anchor = SourceAnchor(message_id="m1", start=0, end=4)
    fold.apply(MemoryCommanded(command="forget", memory_id="of another generation", anchor=anchor))
    assert fold.one().status == "forgotten"
    elsewhere = SourceAnchor(message_id="m1", start=500, end=510)
    missed = fold.apply(MemoryCommanded(command="pin", anchor=elsewhere))
    assert (missed.outcome, missed.reason) == ("skipped", "no such memory")


def test_forgetting_all_takes_every_one_and_counts_them() -> None:
    fold = Fold()
    for number in range(150):
        body = fact_set(fact(object=f"thing {number}", message=f"m{number}"))
        fold.apply(body, session_id=f"s{number % 3}")
    of_session = fold.apply(command("forget"), session_id="s1")
    assert len(of_session.memories) == 50
    rest = fold.apply(command("forget"), session_id="")
    assert sum(fate.fate == "stored" for fate in rest.fates) == 100
    assert fold.memories("active") == []


@pytest.mark.parametrize("name", ["pin", "unpin", "correct"])
def test_a_command_that_names_too_little_is_refused(name: str) -> None:
    fold, _ = with_tea()
    with pytest.raises(MalformedError):
        fold.apply(command(name, value="x"))


def test_a_correction_without_text_is_refused() -> None:
    fold, tea = with_tea()
    with pytest.raises(MalformedError):
        fold.apply(command("correct", tea, value="  "))


def test_recorded_times_never_run_backwards() -> None:
    fold, tea = with_tea()
    fold.apply(command("forget", tea), appended=day(9))
    fold.apply(command("restore", tea), appended=day(9) - timedelta(hours=1))
    assert fold.one().recorded_from == day(9)
    assert fold.one().recorded_from - tea.recorded_from == 9 * DAY


def test_what_is_private_to_another_agent_is_out_of_reach() -> None:
    fold = Fold()
    secret = {"agent_id": "doctor", "visibility": "private"}
    fold.apply(fact_set(fact(message="m1"), at=day(0)), **secret)
    tea = fold.one()
    anchor = SourceAnchor(message_id="m1")
    for body in (
        command("forget"),
        command("forget", tea),
        command("erase", anchor=anchor),
        command("correct", tea, value="likes gin"),
    ):
        told = fold.apply(body, session_id="", agent_id="clerk")
        assert (told.outcome, told.reason) == ("skipped", "no such memory")
    assert fold.one() == tea
    fold.apply(command("forget"), session_id="", agent_id="doctor")
    assert fold.one().status == "forgotten"
