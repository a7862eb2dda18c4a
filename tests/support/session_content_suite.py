"""What a SessionStore keeps of sessions and tasks."""

import asyncio
import uuid
from datetime import timedelta

import pytest
from tests.support.session_messages import T0, TTL_S, said, texts

from membus.contracts import ids
from membus.ports.ledger import Mark
from membus.ports.sessions import SessionFacts, SessionStore


class SessionContentSuite:
    """Needs the fixture `store`."""

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
        await store.set_facts([(session, SessionFacts("acme/u/ann", 4, 7))])
        assert await store.facts(session) == SessionFacts("acme/u/ann", 4, 7)
        await store.set_facts([(session, SessionFacts("acme/u/ann", None))])
        assert await store.facts(session) == SessionFacts("acme/u/ann", None)

    async def test_an_owners_sessions(self, store: SessionStore, session: str) -> None:
        owner = ids.owner_of("acme", session)
        for number in (1, 2, 1):
            await store.set_facts([(f"{session}{number}", SessionFacts(owner, None))])
        assert await store.sessions(owner, 10) == [f"{session}1", f"{session}2"]
        assert await store.sessions(owner, 1) == [f"{session}1"]
        assert await store.sessions(owner + "x", 10) == []

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
