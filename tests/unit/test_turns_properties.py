"""Turns are a function of what was said and when, not of how and in which order it arrived."""

from collections.abc import Collection, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.conversations import Said, conversations, end, record, tick

from membus.contracts.envelope import Participants
from membus.contracts.events.messages import MessagePublished, SessionEnded, Tick
from membus.contracts.events.turns import TurnClosed
from membus.domain.turn_folding import Place, Step, add_message, end_session, go_idle
from membus.domain.turns import SessionState
from membus.kafka.stage import Record

few = settings(max_examples=150, deadline=None)
participants = st.sampled_from(["one", "many"])


def fold_one(state: SessionState | None, each: Record) -> Step | None:
    match each.body:
        case MessagePublished(msg=msg):
            place = Place(each.partition, each.offset, each.appended_at)
            return add_message(state, each.envelope, msg, place)
        case SessionEnded() if state:
            return end_session(state, each.envelope, each.offset)
        case Tick(last_offset=last_offset) if state:
            return go_idle(state, last_offset, each.offset)
    return None


def fold(records: Sequence[Record]) -> list[TurnClosed]:
    state: SessionState | None = None
    published: list[TurnClosed] = []
    for each in records:
        step = fold_one(state, each)
        if step is not None:
            state = step.state
            published += [one.closed for one in step.published]
    return published


def arrived(order: Sequence[Said], who: Participants) -> list[Record]:
    records = [record(said, offset, participants=who) for offset, said in enumerate(order)]
    return [*records, end(len(records), participants=who)]


def with_ticks(order: Sequence[Said], idle_after: Collection[int]) -> list[Record]:
    records: list[Record] = []
    for index, each in enumerate(order):
        records.append(record(each, len(records)))
        if index in idle_after:
            records.append(tick(len(records), len(records) - 1))
    return records


def live(published: Sequence[TurnClosed]) -> dict[str, TurnClosed]:
    newest = {turn.turn_id: turn for turn in published}
    return {name: turn for name, turn in newest.items() if turn.messages}


def essence(published: Sequence[TurnClosed]) -> dict[str, object]:
    """Return what a turn says: not where its messages lie in the log, nor when a fence came."""
    return {
        name: [(each.msg, each.label) for each in turn.messages]
        for name, turn in live(published).items()
    }


@few
@given(conversations(), participants, st.data())
def test_any_order_of_arrival_ends_in_the_same_turns(
    said: list[Said], who: Participants, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(said))
    assert essence(fold(arrived(order, who))) == essence(fold(arrived(said, who)))


@few
@given(conversations(), participants, st.data())
def test_a_redelivery_changes_nothing(
    said: list[Said], who: Participants, data: st.DataObject
) -> None:
    again = data.draw(st.lists(st.sampled_from(said), max_size=4))
    place = data.draw(st.integers(0, len(said)))
    seen = [each for each in again if each in said[:place]]
    order = [*said[:place], *seen, *said[place:]]
    assert essence(fold(arrived(order, who))) == essence(fold(arrived(said, who)))
    assert len(fold(arrived(order, who))) == len(fold(arrived(said, who)))


@few
@given(conversations(), participants, st.data())
def test_every_message_is_in_exactly_one_live_turn(
    said: list[Said], who: Participants, data: st.DataObject
) -> None:
    published = fold(arrived(data.draw(st.permutations(said)), who))
    found = [each.msg.id for turn in live(published).values() for each in turn.messages]
    assert sorted(found) == sorted({each.msg.id for each in said})


@few
@given(conversations(), st.data())
def test_at_no_time_is_a_message_in_two_live_turns_or_taken_back(
    said: list[Said], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(said))
    idle_after = data.draw(st.sets(st.integers(0, len(order) - 1)))
    state: SessionState | None = None
    published: list[TurnClosed] = []
    ever: set[str] = set()
    for each in with_ticks(order, idle_after):
        step = fold_one(state, each)
        assert step is not None
        state = step.state
        published += [one.closed for one in step.published]
        found = [one.msg.id for turn in live(published).values() for one in turn.messages]
        assert len(found) == len(set(found))
        ever |= set(found)
        assert ever == set(found)


@few
@given(conversations(), st.data())
def test_ticks_and_outages_move_no_message(said: list[Said], data: st.DataObject) -> None:
    order = data.draw(st.permutations(said))
    idle_after = data.draw(st.sets(st.integers(0, len(order) - 1)))
    records = with_ticks(order, idle_after)
    records.append(end(len(records)))
    assert essence(fold(records)) == essence(fold(arrived(order, "one")))


@few
@given(conversations(), participants, st.data())
def test_all_below_settled_to_is_published_at_that_time(
    said: list[Said], who: Participants, data: st.DataObject
) -> None:
    records = arrived(data.draw(st.permutations(said)), who)
    state: SessionState | None = None
    covered: set[int] = set()
    added: set[int] = set()
    for each in records:
        step = fold_one(state, each)
        assert step is not None
        state = step.state
        if step.fate in {"new", "grown"}:
            added.add(each.offset)
        for one in step.published:
            covered |= set(one.closed.covers)
            assert {offset for offset in added if offset < one.closed.settled_to} <= covered
    assert state is not None
    assert state.open_from is None
    assert covered == added


@few
@given(conversations(), st.data())
def test_revisions_count_from_one_without_a_gap(said: list[Said], data: st.DataObject) -> None:
    seen: dict[str, int] = {}
    for turn in fold(arrived(data.draw(st.permutations(said)), "one")):
        assert turn.revision == seen.get(turn.turn_id, 0) + 1
        seen[turn.turn_id] = turn.revision
