"""Sessions into the bus, and the wait until every stage has said what became of them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from membus.bootstrap import turn_reader
from membus.client import MemoryClient
from membus.contracts.envelope import Participants
from membus.errors import FatalError, PermanentError
from membus.kafka.auditing import audit_log
from membus.kafka.lag import wait_quiet
from membus.settings import Settings

TENANT = "eval"
QUIET_S = 900.0
_CHUNK = 200

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a session; `id` is what the hits' sources are compared with."""

    id: str
    text: str
    at: datetime
    role: str = "user"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation of one user; it is over when all of it is published."""

    user_id: str
    session_id: str
    messages: tuple[Said, ...]
    participants: Participants = "one"
    zone: str = "UTC"


async def publish_sessions(settings: Settings, sessions: Sequence[Session], tell: Tell) -> None:
    """Publish sessions, end them, and return once every stage has dealt with all of it.

    Raises FatalError where a message is refused or parked, or the stages do not come to rest.
    """
    async with MemoryClient(settings, tenant_id=TENANT) as client:
        items = [(_message(said), _where(one, said)) for one in sessions for said in one.messages]
        for start in range(0, len(items), _CHUNK):
            results = await client.publish_many(items[start : start + _CHUNK])
            for result in results:
                if isinstance(result, PermanentError):
                    raise FatalError(f"a message is refused: {result}")
        await asyncio.gather(
            *(
                client.end_session(user_id=one.user_id, session_id=one.session_id)
                for one in sessions
                if one.participants == "one"
            )
        )
    tell(f"published {len(items):,} messages in {len(sessions):,} sessions")
    await settle(settings)


async def settle(settings: Settings) -> None:
    """Wait until no stage lags and no turn is open, then check the outcome of every record.

    Raises FatalError.
    """
    servers = settings.kafka.bootstrap_servers
    async with turn_reader(settings) as turns:
        lag = await wait_quiet(servers, turns.open_turns, QUIET_S)
    if any(lag.values()):
        raise FatalError(f"the services did not catch up within {QUIET_S:g} s: lag {dict(lag)}")
    accounts = (await audit_log(servers)).accounts
    faults = [finding.detail for finding in accounts.findings()]
    faults += [f"{one.stage} parked a record: {one.reason}" for _, one in accounts.parked()]
    if faults:
        raise FatalError(f"{len(faults)} records did not become memory: {faults[0]}")


def _message(said: Said) -> dict[str, Any]:
    at = said.at.isoformat()
    message = {"id": said.id, "role": said.role, "name": said.name, "content": said.text}
    # A reply without its end would still be growing.
    ended = {"finished_at": at, "finished_reason": "completed"} if said.role == "assistant" else {}
    return {**message, "created_at": at, **ended}


def _where(session: Session, said: Said) -> dict[str, Any]:
    return {
        "user_id": session.user_id,
        "session_id": session.session_id,
        "participants": session.participants,
        "user_zone": session.zone,
        "occurred_at": said.at,
    }
