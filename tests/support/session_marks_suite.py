"""How marks are raised in a SessionStore, and waited for."""

import asyncio
import uuid

import pytest
from tests.support.session_messages import TIMEOUT_S, until

from membus.contracts import ids
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts, SessionStore


class SessionMarksSuite:
    """Needs the fixture `store`."""

    @pytest.fixture
    def session(self) -> str:
        return ids.session_identity("acme/中 文", str(uuid.uuid4()))

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
        waiter = asyncio.create_task(store.wait_mark(session, 0, "ingestion", 5, TIMEOUT_S))
        await store.raise_marks(
            [Mark(session, 0, "ingestion", 5), Mark(session, 1, "ingestion", 9)]
        )
        await store.raise_marks([Mark(session, 0, "embedding", 9)])
        await until(waiter)
        await store.raise_marks([Mark(session, 0, "ingestion", 6)])
        assert await asyncio.wait_for(waiter, TIMEOUT_S) is True

    async def test_many_wait_and_none_is_forgotten(self, store: SessionStore, session: str) -> None:
        places = [(f"{session}{k % 100}", k // 100) for k in range(400)]
        waiters = [
            asyncio.create_task(store.wait_mark(name, 0, "ingestion", offset, TIMEOUT_S))
            for name, offset in places
        ]
        for offset in range(4):
            marks = [Mark(f"{session}{k}", 0, "ingestion", offset + 1) for k in range(100)]
            await store.raise_marks(marks)
        assert await asyncio.wait_for(asyncio.gather(*waiters), TIMEOUT_S) == [True] * 400

    async def test_an_open_turn_is_answered_at_once(
        self, store: SessionStore, session: str
    ) -> None:
        await store.set_facts([(session, SessionFacts("acme/u/ann", 5))])
        assert await store.wait_mark(session, 0, "embedding", 5, TIMEOUT_S) is False
        assert await store.wait_mark(session, 0, "embedding", 7, 30) is False
        await store.raise_marks([Mark(session, 0, "embedding", 5)])
        assert await store.wait_mark(session, 0, "embedding", 4, 30) is True

    async def test_a_turn_that_opens_ends_the_wait(self, store: SessionStore, session: str) -> None:
        waiter = asyncio.create_task(store.wait_mark(session, 0, "embedding", 5, TIMEOUT_S))
        await until(waiter)
        await store.set_facts([(session, SessionFacts("acme/u/ann", 5))])
        assert await asyncio.wait_for(waiter, TIMEOUT_S) is False

    async def test_a_cancelled_waiter_leaves_the_others(
        self, store: SessionStore, session: str
    ) -> None:
        gone, stays = (
            asyncio.create_task(store.wait_mark(session, 0, "ingestion", 5, TIMEOUT_S))
            for _ in range(2)
        )
        await until(stays)
        gone.cancel()
        await store.raise_marks([Mark(session, 0, "ingestion", 6)])
        assert await asyncio.wait_for(stays, TIMEOUT_S) is True
        with pytest.raises(asyncio.CancelledError):
            await gone
