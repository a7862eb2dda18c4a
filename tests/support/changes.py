"""Builds changes for the writer: facts, fact sets, commands, proposals; and a pure fold of them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, seal
from membus.contracts.events.changes import FactSetExtracted, MessageRef
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Fact, Memory
from membus.domain.deciding import Change, OwnerView, decide, turn_of

DAY = timedelta(days=1)
TTL = 7 * DAY
NEW_YEAR = datetime(2024, 1, 1, tzinfo=UTC)
OWNER = ids.owner_of("acme", "ann")


def day(number: float) -> datetime:
    """That many days after new year of 2024."""
    return NEW_YEAR + number * DAY


def fact(
    subject: str = "user",
    predicate: str = "likes",
    object: str = "tea",  # noqa: A002
    message: str = "m1",
    **fields: Any,
) -> Fact:
    content = fields.pop("content", f"{subject} {predicate} {object}")
    values: dict[str, Any] = {
        "kind": "fact",
        "content": content,
        "subject": subject,
        "predicate": predicate,
        "object": object,
        "message_id": message,
        "start": 0,
        "end": len(content),
        "quote": content,
    }
    return Fact(**values | fields)


def fact_set(
    *facts: Fact,
    turn: str = "",
    revision: int = 1,
    at: datetime = NEW_YEAR,
    appended: datetime | None = None,
    **fields: Any,
) -> FactSetExtracted:
    """A turn whose messages are those that the facts name; by default the turn of the first."""
    messages = list(dict.fromkeys(item.message_id for item in facts))
    turn = turn or f"turn of {messages[0] if messages else 'nothing'}"
    refs = [
        MessageRef(
            message_id=name,
            event_id=f"event of {name}",
            offset=number,
            ordinal=number,
            role="user",
            at=at,
            appended_at=appended or at,
        )
        for number, name in enumerate(messages)
    ]
    values: dict[str, Any] = {
        "fact_set_id": ids.fact_set_id(turn, revision, "live"),
        "turn_id": turn,
        "revision": revision,
        "extractor": "rules",
        "extractor_version": "1",
        "facts": list(facts),
        "messages": refs,
        "partition": 3,
        "covers": list(range(len(refs))),
        "settled_to": len(refs),
    }
    return FactSetExtracted(**values | fields)


def envelope_of(body: Contract, name: str, **fields: Any) -> Envelope:
    values: dict[str, Any] = {
        "event_id": name,
        "type": type(body).__name__,
        "tenant_id": "acme",
        "user_id": "ann",
        "session_id": "s1",
        "occurred_at": NEW_YEAR,
        "body": seal(body),
    }
    return Envelope(**values | fields)


class Fold:
    """One owner's changes applied in order, without any store."""

    def __init__(self) -> None:
        self.view = OwnerView(OWNER)
        self.decisions: list[ChangeDecided] = []

    def apply(
        self,
        body: Contract,
        *,
        appended: datetime | None = None,
        near: Mapping[int, Sequence[str]] | None = None,
        name: str = "",
        **envelope: Any,
    ) -> ChangeDecided:
        """Decide one change, appended at the next offset, and take it in."""
        version = len(self.decisions)
        at = appended
        if at is None and isinstance(body, FactSetExtracted) and body.messages:
            at = max(ref.appended_at for ref in body.messages)
        change = Change(
            envelope_of(body, name or f"change {version}", **envelope),
            body,
            partition=0,
            version=version,
            appended_at=at or NEW_YEAR,
            nominations=near or {},
        )
        decision = decide(change, self.view, TTL)
        self.view.apply(decision, turn_of(change))
        self.decisions.append(decision)
        return decision

    def memories(self, *statuses: str) -> list[Memory]:
        """All memories, or those of some statuses, by valid time."""
        found = [m for m in self.view.memories if not statuses or m.status in statuses]
        return sorted(found, key=lambda memory: (memory.valid_from, memory.content))

    def one(self, *statuses: str) -> Memory:
        """The only memory there is."""
        (memory,) = self.memories(*statuses)
        return memory

    def quotes(self, memory: Memory) -> list[str]:
        """What a memory rests on, by message."""
        return sorted(row.message_id for row in self.view.evidence(memory.memory_id).values())


def lives(place: str, message: str, **fields: Any) -> Fact:
    return fact("user", "lives_in", place, message, **fields)


def intervals(fold: Fold, *statuses: str) -> list[tuple[str, datetime, datetime | None, str]]:
    """The value, valid time and status of each memory, by valid time."""
    return [
        (memory.object, memory.valid_from, memory.valid_to, memory.status)
        for memory in fold.memories(*(statuses or ("active", "superseded")))
    ]
