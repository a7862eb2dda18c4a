"""What every ContextStore does: give it a fixture `store`, empty."""

from datetime import UTC, datetime

from membus.contracts.envelope import Envelope
from membus.contracts.events.turns import Summary
from membus.contracts.msg import Msg
from membus.domain.summary_context import ContextEntry, SessionContext, Taken
from membus.ports.contexts import ContextDecision, ContextStore

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
SESSION = "acme%2Fx/s 1"


def full_context() -> SessionContext:
    msg = Msg.model_validate({"id": "m", "role": "user", "content": "NUL \x00, 你好, {braces} 🙂"})
    return SessionContext(
        session=SESSION,
        summary=Summary(task_overview="user: Oslo"),
        summary_id="e0",
        covers_to=7,
        entries=(ContextEntry(turn_id="t", revision=2, offset=8, at=NOON, msg=msg),),
        taken=(Taken(message_id="m", offset=8, blocks=1),),
        private_to="bot",
    )


def written() -> Envelope:
    return Envelope(
        event_id="s1",
        type="SummaryWritten",
        schema_version=1,
        user_id="ann",
        session_id="s 1",
        occurred_at=NOON,
        body={"summary": {"task_overview": "去奥斯陆"}},
    )


class ContextSuite:
    async def test_what_is_saved_is_read(self, store: ContextStore) -> None:
        assert await store.load(SESSION) is None
        assert await store.save(full_context(), [])
        assert await store.load(SESSION) == full_context().model_copy(update={"version": 1})
        assert await store.load("another") is None

    async def test_decisions_are_told_again(self, store: ContextStore) -> None:
        made = [
            ContextDecision("e1", "stored", "", written()),
            ContextDecision("e2", "skipped", "greeting"),
        ]
        await store.save(SessionContext(session=SESSION), made)
        assert await store.decided(["e1", "e2", "e3"]) == {each.event_id: each for each in made}
        assert await store.decided([]) == {}

    async def test_the_first_decision_of_an_event_stays(self, store: ContextStore) -> None:
        await store.save(SessionContext(session="a"), [ContextDecision("e1", "stored")])
        await store.save(SessionContext(session="b"), [ContextDecision("e1", "skipped")])
        assert (await store.decided(["e1"]))["e1"].outcome == "stored"

    async def test_who_read_an_old_version_writes_nothing(self, store: ContextStore) -> None:
        old = SessionContext(session=SESSION)
        assert await store.save(old, [])
        first = await store.load(SESSION)
        assert first is not None
        assert await store.save(first.model_copy(update={"covers_to": 5}), [])
        for stale in (old, first):
            assert not await store.save(stale, [ContextDecision("lost", "stored")])
        newest = await store.load(SESSION)
        assert newest is not None
        assert (newest.version, newest.covers_to) == (2, 5)
        assert await store.decided(["lost"]) == {}
