"""SessionStore: the window of each session, marks that can be waited for, and task contexts.

A cache that can be lost and is rebuilt; readers filter by time, the expiry only collects garbage.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from membus.contracts.base import JsonObject
from membus.contracts.events.recalls import WindowMessage
from membus.ports.ledger import Mark


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """What recall must know of a session.

    `open_from` is the lowest offset of its open turn, None where no turn is open; `last_offset` is
    that of its newest record that added something. `many`: several people speak in it, and each
    may wait for what they said.
    """

    owner: str
    open_from: int | None
    last_offset: int | None = None
    many: bool = False


class SessionReader(Protocol):
    """The reading half. Raises UnavailableError."""

    async def window(self, session: str, since: datetime, limit: int) -> list[WindowMessage]:
        """Return the newest `limit` messages said since the time given, oldest first."""

    async def facts(self, session: str) -> SessionFacts | None:
        """Return what is known of a session, None for one that is not known."""

    async def sessions(self, owner: str, limit: int) -> list[str]:
        """Return the identities of an owner's sessions, the last touched first."""

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        """Return stage → offset below which the stage has handled all."""

    async def wait_mark(
        self, session: str, partition: int, stage: str, offset: int, timeout_s: float
    ) -> bool:
        """Wait until the stage's mark lies beyond `offset`; False when the time is up.

        Returns at once, False, when for stage "embedding" the offset lies in the open turn.
        """

    async def task(self, tenant_id: str, task_id: str) -> list[JsonObject]:
        """Return a task context's entries, oldest first."""

    async def tasks(self, owner: str, limit: int) -> list[str]:
        """Return the ids of an owner's tasks, the last touched first."""


class SessionStore(SessionReader, Protocol):
    """Both halves, for ingestion (window, facts, tasks) and every stage (marks)."""

    async def append(
        self, entries: Sequence[tuple[str, WindowMessage]], ttl_s: int, keep: int
    ) -> None:
        """Add (session, message) or replace the message of the same id; keep the newest `keep`.

        A message keeps the place of the lowest offset it was given with, and its newest text: one
        of a lower offset than the stored or removed one changes nothing.
        """

    async def remove(self, session: str, message_id: str, offset: int) -> bool:
        """Take a message out of a window; return whether it was there.

        One of a higher offset stays; one of that offset or a lower does not come back.
        """

    async def set_facts(self, facts: Sequence[tuple[str, SessionFacts]]) -> None:
        """Replace what is known of sessions, and wake who waits for them."""

    async def raise_marks(self, marks: Sequence[Mark]) -> None:
        """Raise marks (never lower them) and wake who waits for them."""

    async def append_task(
        self, entries: Sequence[tuple[str, str, str, JsonObject]], ttl_s: int, keep: int
    ) -> None:
        """Add (tenant id, task id, entry id, entry) to task contexts; an entry id counts once.

        An entry has `owner`: whose it is, so that a scope can be asked of it.
        """

    async def forget_session(self, session: str) -> None:
        """Drop all that is kept of a session."""
