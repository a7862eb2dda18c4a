"""MemoryLedger: memories as append-only versions with a current view, and the writer's inbox."""

from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Evidence, Memory, Status
from membus.domain.places import MessagePlace
from membus.ports.scope import Scope

ACTIVE: tuple[Status, ...] = ("active",)


@dataclass(frozen=True, slots=True)
class Mark:
    """The offset in `partition` below which a stage has handled all messages of a session."""

    session: str
    partition: int
    stage: str
    offset: int


@dataclass(frozen=True, slots=True)
class Position:
    """The contiguous offset that a store's transactions cover: a fence, not where to resume."""

    topic: str
    partition: int
    offset: int


class LedgerReader(Protocol):
    """Reads, always within a scope; `as_of` reads valid time, `known_at` recorded time.

    Raises UnavailableError. Lists are newest first unless said otherwise.
    """

    async def get(self, scope: Scope, memory_ids: Collection[str]) -> dict[str, Memory]:
        """Return the current view of the memories that exist in the scope, by id."""

    async def at(
        self,
        scope: Scope,
        memory_ids: Collection[str],
        as_of: datetime | None,
        known_at: datetime | None,
    ) -> dict[str, Memory]:
        """Return the versions that held at the times given; what did not exist then is absent.

        Whatever their status was then: the caller judges that. Hits are those of the version.
        """

    async def page(
        self,
        scope: Scope,
        *,
        session: str | None = None,
        statuses: Collection[Status] = ACTIVE,
        types: Collection[str] = (),
        limit: int = 100,
        before: tuple[datetime, str] | None = None,
    ) -> list[Memory]:
        """Return one page; `before` is (last_mentioned_at, memory_id) of the last row seen."""

    async def exact(
        self, scope: Scope, terms: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[Memory]:
        """Return memories that name any of the terms (case-folded), newest first.

        `history` includes superseded ones.
        """

    async def related(
        self, scope: Scope, names: Collection[str], limit: int = 20, *, history: bool = False
    ) -> list[tuple[str, Memory]]:
        """Return (the name that matched, memory) whose subject or object is one of the names.

        Names are case-folded; `history` includes superseded memories.
        """

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """Return every version of a memory, oldest first."""

    async def evidence(
        self, scope: Scope, memory_ids: Collection[str]
    ) -> dict[str, list[Evidence]]:
        """Return what each memory rests on, oldest first."""

    async def sessions(self, scope: Scope, limit: int = 100) -> list[tuple[str, int, datetime]]:
        """Return (session identity, active memories, last mention of any) of the scope's owners."""

    async def marks(self, session: str, partition: int) -> dict[str, int]:
        """Return stage → offset as `mark` stored them, to fill a lost cache again."""

    async def position_of(self, topic: str, partition: int) -> int:
        """Return the position, 0 where none was stored."""

    async def due_for_expiry(
        self, owner: str, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[Memory]:
        """Return active, unpinned short memories whose `expires_at` is not after `now`.

        Longest due first. `unused_since` leaves out what was hit after that time, so that it takes
        no one's place.
        """

    async def owners_with_expiry(
        self, now: datetime, limit: int, *, unused_since: datetime | None = None
    ) -> list[tuple[str, Memory]]:
        """Return (owner, one such memory) for the owners that have memories due at `now`."""

    async def idle_long(self, owner: str, before: datetime, limit: int) -> list[Memory]:
        """Return long memories that may be demoted, last mentioned and hit before the time given.

        Which may be is domain/expiry's `may_be_demoted`: what was demoted already is left out.
        """


class LedgerTransaction(Protocol):
    """One transaction of the writer; it reads what is stored and what it applied itself.

    What it reads stays true to its end because of the fence, not of a lock: a member that hangs
    while it decides keeps nobody waiting.
    """

    async def decided(self, keys: Collection[str]) -> dict[str, ChangeDecided]:
        """Return the recorded decisions of changes that were decided before (the inbox).

        Keys are `ids.inbox_key` of owner and change id.
        """

    async def memories(self, owner: str, memory_ids: Collection[str]) -> dict[str, Memory]:
        """Return the current view of an owner's memories by id."""

    async def same_statement(
        self, owner: str, canonical: Collection[tuple[str, str, str, str]]
    ) -> dict[tuple[str, str, str, str], list[Memory]]:
        """Return memories, of any status, that make the same canonical statement."""

    async def same_slot(
        self, owner: str, slots: Collection[tuple[str, str]]
    ) -> dict[tuple[str, str], list[Memory]]:
        """Return memories, of any status but merged, of the same canonical (subject, predicate)."""

    async def evidence_of(self, memory_ids: Collection[str]) -> dict[str, list[Evidence]]:
        """Return the evidence rows of memories."""

    async def evidence_of_turn(self, owner: str, turn_id: str) -> list[Evidence]:
        """Return the evidence that any revision of a turn gave."""

    async def turn_revisions(self, turn_ids: Collection[str]) -> dict[str, int]:
        """Return the highest revision applied so far of each turn that had one."""

    async def apply(
        self, owner: str, decision: ChangeDecided, turn: tuple[str, int] | None = None
    ) -> None:
        """Write a decision's rows, its inbox entry and, for a fact set, (turn id, revision).

        `owner` is whose change it was.
        """

    async def mark(self, marks: Sequence[Mark]) -> None:
        """Raise marks (never lower them)."""

    async def position(self, positions: Sequence[Position]) -> None:
        """Raise positions (never lower them)."""


class MemoryLedger(LedgerReader, Protocol):
    """The reading half and the writer's transactions."""

    def transaction(self, epochs: dict[int, int]) -> AbstractAsyncContextManager[LedgerTransaction]:
        """Open a transaction; commits on a clean exit.

        `epochs` are partition → epoch as claimed; raises FatalError at commit when a later member
        has claimed one of them, and then nothing was written.
        """

    async def said_at(self, places: Collection[MessagePlace]) -> dict[MessagePlace, list[Memory]]:
        """Return the active and superseded memories of each place; none: no entry.

        Whatever agent they are private to. Those of one place are in the order of their spans.
        """

    async def claim(self, partitions: Collection[int]) -> dict[int, int]:
        """Raise and return the epoch of each partition: earlier members lose from now on."""
