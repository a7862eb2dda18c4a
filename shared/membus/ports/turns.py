"""TurnStore: ingestion's own state: sessions, seen messages, turns, and its inbox."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from membus.contracts.events.outcomes import Outcome
from membus.domain.turns import SessionState


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that waits for its end, for the Tick that may close it."""

    tenant_id: str
    user_id: str
    session_id: str
    last_offset: int
    last_append_at: datetime


@dataclass(frozen=True, slots=True)
class Touched:
    """What a batch touches of one session: its earliest time, and the message ids it names."""

    since: datetime
    message_ids: frozenset[str] = frozenset()


class TurnTransaction(Protocol):
    """One transaction of ingestion."""

    async def save(self, states: Sequence[SessionState]) -> None:
        """Store sessions, and the turns they carry: those that changed, replaced by turn id.

        A session whose stored `position` is higher is left alone with its turns: a later member
        has gone on. A turn without messages and with revision 0 is dropped. A message id of a
        session stands in the one turn that was saved with it last.
        """

    async def record(self, outcomes: Mapping[str, Outcome]) -> None:
        """Remember outcomes by inbox key (`ids.inbox_key`); the first one of an event stays."""


class TurnStore(Protocol):
    """Reads before a batch, writes after its events are in the log. Raises UnavailableError."""

    async def outcomes(self, keys: Collection[str]) -> dict[str, Outcome]:
        """Return what was made of events before, by inbox key."""

    async def load(self, touched: Mapping[str, Touched]) -> dict[str, SessionState]:
        """Return each session (by identity) with the end of its turns; unknown ones are absent.

        Places are (time, offset). Let `t` be the lower of (`since`, infinity) and the places (`at`,
        `offset`) of the stored messages with the ids given. The turns are, in order of their
        places (`started_at`, `started_offset`): the last `LOOKBACK` turns with messages that start
        at or before `t`, and all turns (void ones too) that start after the first of these; all
        turns where none starts at or before `t`.
        """

    def transaction(self) -> AbstractAsyncContextManager[TurnTransaction]:
        """Open a transaction; commits on a clean exit."""

    async def idle(self, appended_before: datetime, limit: int) -> list[OpenTurn]:
        """Return sessions with `open_from` and `last_append_at` before the time, oldest first."""

    async def sessions(self, tenant_id: str, limit: int) -> list[SessionState]:
        """Return a tenant's sessions without turns, those with the newest append first."""

    async def open_turns(self) -> int:
        """Return how many sessions have an open turn (`open_from` is not None)."""
