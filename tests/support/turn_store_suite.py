"""What every TurnStore must do: inherit the class and give it the fixture `store`, empty."""

import asyncio
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.memories import T0, at
from tests.support.turn_states import message, outcome, state, turn
from tests.support.turn_store import InMemoryTurnStore

from membus.contracts import ids
from membus.contracts.msg import Msg
from membus.domain.turns import LOOKBACK, SessionState
from membus.ports.turns import OpenTurn, Touched, TurnStore

SESSION_IDS = ["s1", "a/b", "o'brien'; --", "会" * 512, "x y"]


async def save(store: TurnStore, *states: SessionState) -> None:
    async with store.transaction() as transaction:
        await transaction.save(states)


async def loaded(
    store: TurnStore, since: datetime, *names: str, session_id: str = "s1"
) -> list[str]:
    """Return the ids of the turns that are loaded."""
    session = ids.session_identity("acme", session_id)
    found = await store.load({session: Touched(since, frozenset(names))})
    return [item.turn_id for item in found[session].turns]


class TurnStoreSuite:
    @pytest.mark.parametrize("session_id", SESSION_IDS)
    async def test_a_session_comes_back_whole(self, store: TurnStore, session_id: str) -> None:
        odd = message(
            "会" * 512,
            1,
            1,
            msg=Msg(id="会" * 512, role="user", content="NUL \x00 👋", metadata={"a": None}),
            pending=(1,),
            home="turn 1",
            a_later_field=None,
        )
        whole = state(
            turn(1, odd, closed_by="idle", revision=2, published="p", published_ids=("m",)),
            session_id=session_id,
            open_from=3,
            participants="many",
            fence=7,
            a_later_field={"b": None},
        )
        await save(store, whole)
        other = ids.session_identity("other", session_id)
        found = await store.load({whole.session: Touched(at(2)), other: Touched(at(2))})
        assert found == {whole.session: whole}

    async def test_a_later_member_is_never_overwritten(self, store: TurnStore) -> None:
        await save(store, state(turn(1, message("a", 1, 1)), position=20, fence=1))
        late = state(turn(1), turn(2, message("b", 2, 2)), position=19, fence=2)
        await save(store, late)
        assert await loaded(store, at(9)) == ["turn 1"]
        again = state(turn(1, message("a", 1, 1), revision=1), position=20, fence=3)
        await save(store, again)
        found = await store.load({again.session: Touched(at(9))})
        assert found == {again.session: again}

    async def test_only_changed_turns_are_given(self, store: TurnStore) -> None:
        first, second = turn(1, message("a", 1, 1)), turn(2, message("b", 2, 2))
        await save(store, state(first, second))
        grown = turn(2, message("b", 2, 2), message("c", 3, 3), revision=1)
        await save(store, state(grown, position=11))
        found = await store.load({state().session: Touched(at(9))})
        assert found[state().session].turns == (first, grown)

    async def test_a_turn_that_was_never_published_goes(self, store: TurnStore) -> None:
        await save(store, state(turn(1, message("a", 1, 1)), turn(2, message("b", 2, 2))))
        await save(store, state(turn(1), turn(2, revision=1), position=11))
        assert await loaded(store, at(9)) == ["turn 2"]

    async def test_it_looks_back_as_far_as_it_must(self, store: TurnStore) -> None:
        many = [turn(number, message(f"m{number}", number, number)) for number in range(30)]
        void = turn(27, revision=1, turn_id="void", started_offset=0)
        await save(store, state(*many, void))

        def from_turn(first: int) -> list[str]:
            rest = [f"turn {number}" for number in range(first, 30)]
            place = rest.index("turn 27") if "turn 27" in rest else -1
            return [*rest[:place], "void", *rest[place:]] if place > 0 else rest

        assert await loaded(store, at(40)) == from_turn(30 - LOOKBACK)
        assert await loaded(store, at(28)) == from_turn(29 - LOOKBACK)
        assert await loaded(store, at(10.5)) == from_turn(11 - LOOKBACK)
        assert await loaded(store, at(40), "m12", "m20", "no such") == from_turn(13 - LOOKBACK)
        assert await loaded(store, at(2)) == from_turn(0)
        assert await loaded(store, at(-1)) == from_turn(0)

    async def test_message_ids_are_a_sessions_own(self, store: TurnStore) -> None:
        for session_id, minute in (("s1", 100), ("s2", 0)):
            turns = [
                turn(number, message(f"{number}", minute + number, number)) for number in range(20)
            ]
            await save(store, state(*turns, session_id=session_id))
        assert await loaded(store, at(999), "3", session_id="s2") == [
            f"turn {number}" for number in range(20)
        ]
        assert await loaded(store, at(999), "no such id", session_id="s1") == [
            f"turn {number}" for number in range(15, 20)
        ]

    async def test_hundreds_of_sessions_at_once(self, store: TurnStore) -> None:
        states = [
            state(*(turn(n, message("m", n, n)) for n in range(3)), session_id=f"s{number}")
            for number in range(700)
        ]
        await save(store, *states)
        found = await store.load({item.session: Touched(at(9)) for item in states})
        assert found == {item.session: item for item in states}

    async def test_the_first_outcome_stays(self, store: TurnStore) -> None:
        async with store.transaction() as transaction:
            await transaction.record({"e1": outcome("e1", "first")})
            await transaction.record({"e1": outcome("e1", "second"), "e2": outcome("e2")})
        async with store.transaction() as transaction:
            await transaction.record({"e1": outcome("e1", "third")})
        found = await store.outcomes(["e1", "e2", "e3"])
        assert found == {"e1": outcome("e1", "first"), "e2": outcome("e2")}
        assert await store.outcomes([]) == {}

    async def test_an_event_id_is_a_sessions_own(self, store: TurnStore) -> None:
        keys = [
            ids.inbox_key(ids.session_identity(tenant, session_id), "e1")
            for tenant in ("acme", "other")
            for session_id in SESSION_IDS
        ]
        async with store.transaction() as transaction:
            await transaction.record({key: outcome("e1", key[:9]) for key in keys})
        assert await store.outcomes(keys) == {key: outcome("e1", key[:9]) for key in keys}

    async def test_open_turns_that_are_quiet(self, store: TurnStore) -> None:
        await save(
            store,
            state(session_id="old", open_from=4, last_append_at=at(1), last_offset=5),
            state(session_id="older", open_from=2, last_append_at=at(0)),
            state(session_id="closed", last_append_at=at(0)),
            state(session_id="new", open_from=2, last_append_at=at(2)),
        )
        idle = await store.idle(at(2), 10)
        assert idle == [
            OpenTurn("acme", "ann", "older", 9, at(0)),
            OpenTurn("acme", "ann", "old", 5, at(1)),
        ]
        assert await store.idle(at(2), 1) == idle[:1]
        assert await store.open_turns() == 3
        await save(store, state(session_id="old", last_append_at=at(1), position=11))
        assert await store.open_turns() == 2

    async def test_sessions_of_a_tenant(self, store: TurnStore) -> None:
        await save(
            store,
            state(turn(1, message("a", 1, 1)), session_id="s1", last_append_at=at(1)),
            state(session_id="s2", last_append_at=at(2)),
            state(session_id="s1", tenant="o'ther"),
        )
        found = await store.sessions("acme", 10)
        assert [(item.session_id, item.turns) for item in found] == [("s2", ()), ("s1", ())]
        assert len(await store.sessions("acme", 1)) == 1
        assert await store.sessions("nobody", 10) == []

    async def test_an_error_inside_leaves_nothing(self, store: TurnStore) -> None:
        async def fail() -> None:
            async with store.transaction() as transaction:
                await transaction.save([state()])
                await transaction.record({"e1": outcome("e1")})
                raise OSError("the window is away")

        with pytest.raises(OSError, match="window"):
            await fail()
        assert await store.sessions("acme", 10) == []
        assert await store.outcomes(["e1"]) == {}

    async def test_many_tasks_at_once(self, store: TurnStore) -> None:
        states = [state(session_id=f"s{number}", open_from=1) for number in range(20)]
        await asyncio.gather(*(save(store, item) for item in states))
        assert await store.open_turns() == 20

    @settings(
        max_examples=30,
        deadline=None,
        # Each example has a session of its own, and the class that inherits this keeps no state.
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.differing_executors,
        ],
    )
    @given(data=st.data())
    async def test_any_load_is_the_ports(self, store: TurnStore, data: st.DataObject) -> None:
        """Compared with the plain words of the port, after any saves."""
        model, session_id = InMemoryTurnStore(), ids.uuid7()
        minutes, offsets = st.integers(0, 15), st.integers(0, 3)
        places = st.tuples(minutes, offsets)
        for position in range(data.draw(st.integers(1, 3))):
            turns = []
            for minute, offset in data.draw(st.lists(places, max_size=14, unique=True)):
                said = [message(f"{minute}/{offset}", minute, offset)]
                held = said if data.draw(st.booleans()) else []
                turns.append(
                    turn(
                        minute,
                        *held,
                        turn_id=f"{minute}/{offset}",
                        started_offset=offset,
                        revision=data.draw(st.integers(0, 1)),
                    )
                )
            saved = state(*turns, session_id=session_id, position=position)
            await save(store, saved)
            await save(model, saved)
        for _ in range(4):
            since = T0 + timedelta(minutes=data.draw(minutes), seconds=data.draw(offsets))
            named = {
                f"{minute}/{offset}" for minute, offset in data.draw(st.sets(places, max_size=2))
            }
            touched = {state(session_id=session_id).session: Touched(since, frozenset(named))}
            assert await store.load(touched) == await model.load(touched)
