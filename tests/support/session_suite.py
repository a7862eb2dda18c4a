"""What every SessionStore must do: inherit SessionStoreSuite and give it the fixture `store`.

The tests share the store, each with sessions of its own.
"""

import asyncio
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from membus.contracts import ids
from membus.contracts.events.recalls import WindowMessage
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts, SessionStore

T0 = datetime(2025, 3, 1, 12, 0, tzinfo=UTC)
TTL_S = 600


def said(name: str, offset: int, text: str = "", minutes: float = 0.0) -> WindowMessage:
    return WindowMessage(
        message_id=name,
        turn_id="turn",
        role="user",
        name="Ann",
        text=text or name,
        at=T0 + timedelta(minutes=minutes or offset),
        offset=offset,
        tokens=3,
    )


async def texts(store: SessionStore, session: str, limit: int = 100) -> list[str]:
    return [message.text for message in await store.window(session, T0, limit)]


async def until(condition: asyncio.Event | asyncio.Task[bool]) -> None:
    """Give the loop a moment in which the condition could, wrongly, have come true."""
    done = condition.wait() if isinstance(condition, asyncio.Event) else asyncio.shield(condition)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(done, 0.1)


class SessionStoreSuite:
    """The port's promises."""

    @pytest.fixture
    def session(self) -> str:
        return ids.session_identity("acme/中 文", str(uuid.uuid4()))

    async def test_a_window_is_what_was_said(self, store: SessionStore, session: str) -> None:
        message = said("m/1", 7, "你好 {braces} \ufffd \U0001f642 \u202e")
        await store.append([(session, message)], TTL_S, 10)
        assert await store.window(session, T0, 10) == [message]
        assert await store.window(session + "x", T0, 10) == []

    async def test_a_window_is_in_order_whatever_came_first(
        self, store: SessionStore, session: str
    ) -> None:
        for offset in (3, 1, 2):
            await store.append([(session, said(f"m{offset}", offset))], TTL_S, 10)
        assert await texts(store, session) == ["m1", "m2", "m3"]
        assert await texts(store, session, limit=2) == ["m2", "m3"]

    async def test_a_window_keeps_the_newest(self, store: SessionStore, session: str) -> None:
        await store.append([(session, said(f"m{k:04}", k)) for k in range(1200)], TTL_S, 5)
        assert await texts(store, session) == [f"m{k}" for k in range(1195, 1200)]
        await store.append([(session, said("new", 1300))], TTL_S, 2)
        assert await texts(store, session) == ["m1199", "new"]

    async def test_readers_filter_by_time(self, store: SessionStore, session: str) -> None:
        late = said("late", 3, minutes=1)
        await store.append(
            [
                (session, said("one", 1, minutes=10)),
                (session, said("two", 2, minutes=20)),
                (session, late),
            ],
            TTL_S,
            10,
        )
        since = T0 + timedelta(minutes=5)
        assert [m.text for m in await store.window(session, since, 2)] == ["one", "two"]

    async def test_a_reply_that_grows_keeps_its_place(
        self, store: SessionStore, session: str
    ) -> None:
        await store.append(
            [(session, said("reply", 1, "Hel")), (session, said("next", 2))], TTL_S, 10
        )
        await store.append([(session, said("reply", 5, "Hello"))], TTL_S, 10)
        assert await texts(store, session) == ["Hello", "next"]
        await store.append([(session, said("reply", 5, "Hello!"))], TTL_S, 10)
        assert await texts(store, session) == ["Hello!", "next"]

    async def test_a_late_redelivery_takes_nothing_back(
        self, store: SessionStore, session: str
    ) -> None:
        await store.append([(session, said("reply", 5, "Hello"))], TTL_S, 10)
        await store.append([(session, said("reply", 1, "Hel"))], TTL_S, 10)
        assert await texts(store, session) == ["Hello"]

    async def test_a_removed_message_does_not_come_back(
        self, store: SessionStore, session: str
    ) -> None:
        await store.append([(session, said("a", 1)), (session, said("b", 2))], TTL_S, 10)
        assert await store.remove(session, "a", 1) is True
        assert await store.remove(session, "a", 1) is False
        await store.append([(session, said("a", 1))], TTL_S, 10)
        assert await texts(store, session) == ["b"]
        await store.append([(session, said("a", 4, "said again"))], TTL_S, 10)
        assert await texts(store, session) == ["b", "said again"]
        assert await store.remove(session, "a", 3) is False
        assert await texts(store, session) == ["b", "said again"]

    async def test_sessions_side_by_side(self, store: SessionStore, session: str) -> None:
        others = [f"{session}{k}" for k in range(30)]
        await asyncio.gather(
            *(store.append([(name, said(name, 1))], TTL_S, 10) for name in others),
            store.append([(name, said("both", 2)) for name in others], TTL_S, 10),
        )
        for name in others:
            assert await texts(store, name) == [name, "both"]

    async def test_facts(self, store: SessionStore, session: str) -> None:
        assert await store.facts(session) is None
        await store.set_facts([(session, SessionFacts("acme/u/ann", 4))])
        assert await store.facts(session) == SessionFacts("acme/u/ann", 4)
        await store.set_facts([(session, SessionFacts("acme/u/ann", None))])
        assert await store.facts(session) == SessionFacts("acme/u/ann", None)

    async def test_an_owners_sessions(self, store: SessionStore, session: str) -> None:
        owner = ids.owner_of("acme", session)
        for number in (1, 2, 1):
            await store.set_facts([(f"{session}{number}", SessionFacts(owner, None))])
        assert await store.sessions(owner, 10) == [f"{session}1", f"{session}2"]
        assert await store.sessions(owner, 1) == [f"{session}1"]
        assert await store.sessions(owner + "x", 10) == []

    async def test_marks_are_never_lowered(self, store: SessionStore, session: str) -> None:
        assert await store.marks(session, 0) == {}
        await store.raise_marks(
            [
                Mark(session, 0, "ingestion", 5),
                Mark(session, 0, "embedding", 3),
                Mark(session, 1, "ingestion", 9),
                Mark(session, 0, "ingestion", 4),
            ]
        )
        await store.raise_marks([Mark(session, 0, "embedding", 2)])
        assert await store.marks(session, 0) == {"ingestion": 5, "embedding": 3}
        assert await store.marks(session, 1) == {"ingestion": 9}
        assert await store.marks(session, 10) == {}

    async def test_marks_raised_side_by_side_end_at_the_highest(
        self, store: SessionStore, session: str
    ) -> None:
        await asyncio.gather(
            *(store.raise_marks([Mark(session, 0, "s", (k * 7) % 50)]) for k in range(50))
        )
        assert await store.marks(session, 0) == {"s": 49}

    async def test_a_reached_mark_is_not_waited_for(
        self, store: SessionStore, session: str
    ) -> None:
        await store.raise_marks([Mark(session, 0, "ingestion", 5)])
        assert await store.wait_mark(session, 0, "ingestion", 4, 0.0) is True
        assert await store.wait_mark(session, 0, "ingestion", 5, 0.0) is False
        assert await store.wait_mark(session, 0, "ingestion", 5, 0.05) is False
        assert await store.wait_mark(session, 1, "ingestion", 4, 0.0) is False

    async def test_a_waiter_is_woken(self, store: SessionStore, session: str) -> None:
        waiter = asyncio.create_task(store.wait_mark(session, 0, "ingestion", 5, 30))
        await store.raise_marks(
            [Mark(session, 0, "ingestion", 5), Mark(session, 1, "ingestion", 9)]
        )
        await store.raise_marks([Mark(session, 0, "embedding", 9)])
        await until(waiter)
        await store.raise_marks([Mark(session, 0, "ingestion", 6)])
        assert await asyncio.wait_for(waiter, 10) is True

    async def test_many_wait_and_none_is_forgotten(self, store: SessionStore, session: str) -> None:
        places = [(f"{session}{k % 100}", k // 100) for k in range(400)]
        waiters = [
            asyncio.create_task(store.wait_mark(name, 0, "ingestion", offset, 30))
            for name, offset in places
        ]
        for offset in range(4):
            marks = [Mark(f"{session}{k}", 0, "ingestion", offset + 1) for k in range(100)]
            await store.raise_marks(marks)
        assert await asyncio.wait_for(asyncio.gather(*waiters), 20) == [True] * 400

    async def test_an_open_turn_is_answered_at_once(
        self, store: SessionStore, session: str
    ) -> None:
        await store.set_facts([(session, SessionFacts("acme/u/ann", 5))])
        assert await store.wait_mark(session, 0, "embedding", 5, 30) is False
        assert await store.wait_mark(session, 0, "embedding", 7, 30) is False
        await store.raise_marks([Mark(session, 0, "embedding", 5)])
        assert await store.wait_mark(session, 0, "embedding", 4, 30) is True

    async def test_a_turn_that_opens_ends_the_wait(self, store: SessionStore, session: str) -> None:
        waiter = asyncio.create_task(store.wait_mark(session, 0, "embedding", 5, 30))
        await until(waiter)
        await store.set_facts([(session, SessionFacts("acme/u/ann", 5))])
        assert await asyncio.wait_for(waiter, 10) is False

    async def test_a_cancelled_waiter_leaves_the_others(
        self, store: SessionStore, session: str
    ) -> None:
        gone, stays = (
            asyncio.create_task(store.wait_mark(session, 0, "ingestion", 5, 30)) for _ in range(2)
        )
        await until(stays)
        gone.cancel()
        await store.raise_marks([Mark(session, 0, "ingestion", 6)])
        assert await asyncio.wait_for(stays, 10) is True
        with pytest.raises(asyncio.CancelledError):
            await gone

    async def test_a_task_context(self, store: SessionStore, session: str) -> None:
        entries = [
            ("acme", session, f"e/{k}", {"owner": "acme/u/ann", "text": f"第{k}", "n": [k]})
            for k in range(3)
        ]
        await store.append_task(entries[:2], TTL_S, 10)
        await store.append_task(entries, TTL_S, 10)
        assert await store.task("acme", session) == [entry for *_, entry in entries]
        assert await store.task("acme2", session) == []

    async def test_an_entry_counts_once(self, store: SessionStore, session: str) -> None:
        for text in ("first", "second"):
            entry = {"owner": "acme/u/ann", "text": text}
            await store.append_task([("acme", session, "e", entry)], TTL_S, 10)
        assert [entry["text"] for entry in await store.task("acme", session)] == ["first"]

    async def test_a_task_keeps_the_newest(self, store: SessionStore, session: str) -> None:
        entries = [("acme", session, str(k), {"owner": "acme/u/ann", "n": k}) for k in range(9)]
        for _ in range(2):
            await store.append_task(entries, TTL_S, 3)
            assert [entry["n"] for entry in await store.task("acme", session)] == [6, 7, 8]

    async def test_an_owners_tasks(self, store: SessionStore, session: str) -> None:
        owner = ids.owner_of("acme", session)
        for task in ("a/b", "c", "a/b"):
            await store.append_task(
                [("acme", task, f"{session}{task}", {"owner": owner})], TTL_S, 9
            )
        assert await store.tasks(owner, 10) == ["a/b", "c"]
        assert await store.tasks(owner, 1) == ["a/b"]
        assert await store.tasks(owner + "x", 10) == []

    async def test_a_forgotten_session_is_gone(self, store: SessionStore, session: str) -> None:
        owner, other = ids.owner_of("acme", session), session + "x"
        for name in (session, other):
            await store.append([(name, said("m", 1))], TTL_S, 10)
            await store.set_facts([(name, SessionFacts(owner, 1))])
            await store.raise_marks([Mark(name, 0, "ingestion", 2)])
        await store.forget_session(session)
        assert await texts(store, session) == []
        assert await store.facts(session) is None
        assert await store.marks(session, 0) == {}
        assert await store.sessions(owner, 10) == [other]
        assert await texts(store, other) == ["m"]
        await store.forget_session(session)

    async def test_nothing_is_something(self, store: SessionStore, session: str) -> None:
        await store.append([], TTL_S, 10)
        await store.set_facts([])
        await store.raise_marks([])
        await store.append_task([], TTL_S, 10)
        assert await texts(store, session) == []
