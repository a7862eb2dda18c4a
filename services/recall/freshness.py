"""Waits until the stages have handled what a recall's receipts name, or says why not."""

import time
from datetime import datetime

from membus.contracts import ids
from membus.contracts.events.recalls import RecallRequested, Receipt
from membus.errors import NotAllowedError
from membus.ports.ledger import LedgerReader
from membus.ports.scope import Scope
from membus.ports.sessions import SessionFacts, SessionReader

# A little of the deadline is left for the search itself.
RESERVE_S = 0.2


async def wait_until_fresh(
    stores: tuple[SessionReader, LedgerReader],
    scope: Scope,
    request: RecallRequested,
    now: datetime,
    wait_s: float,
) -> tuple[str, dict[str, int]]:
    """Return (why the answer may be stale or "", stage/session → mark) for the receipts.

    Level window waits for ingestion, memory for the writer too. A receipt in an open turn is
    answered at once. Raises NotAllowedError for a receipt of another owner's session.
    """
    sessions, _ = stores
    left = (request.deadline - now).total_seconds() - RESERVE_S
    ends = time.monotonic() + max(0.0, min(wait_s, left))
    marks: dict[str, int] = {}
    stale = ""
    for receipt in _latest(request.after):
        why = await _wait_one(stores, scope, receipt, request.level, ends)
        stale = stale or why
        for stage, offset in (await sessions.marks(receipt.session, receipt.partition)).items():
            marks[f"{stage}:{receipt.session}"] = offset
    return stale, marks


async def _wait_one(
    stores: tuple[SessionReader, LedgerReader],
    scope: Scope,
    receipt: Receipt,
    level: str,
    ends: float,
) -> str:
    sessions, ledger = stores
    place = (receipt.session, receipt.partition)
    # Asked before, so that what is not ours holds nobody up, and after: it may just have begun.
    await _facts(sessions, scope, receipt.session)
    if level == "memory" and not await sessions.marks(*place):
        # The cache was lost, or never filled: the window is gone with it, what is written is not.
        written = await ledger.marks(*place)
        if written.get("embedding", 0) > receipt.offset:
            return ""
    reached = await sessions.wait_mark(
        *place, "ingestion", receipt.offset, max(0.0, ends - time.monotonic())
    )
    facts = await _facts(sessions, scope, receipt.session)
    if not reached:
        return f"message at offset {receipt.offset} is not ingested yet"
    if level == "window":
        return ""
    if facts is not None and facts.open_from is not None and receipt.offset >= facts.open_from:
        return "turn still open"
    # What added nothing (a message told twice) makes no turn that the writer could mark.
    last = receipt.offset if facts is None or facts.last_offset is None else facts.last_offset
    reached = await sessions.wait_mark(
        *place, "embedding", min(receipt.offset, last), max(0.0, ends - time.monotonic())
    )
    return "" if reached else f"message at offset {receipt.offset} is not in memory yet"


async def _facts(sessions: SessionReader, scope: Scope, session: str) -> SessionFacts | None:
    facts = await sessions.facts(session)
    of_another_tenant = not session.startswith(ids.join(scope.tenant_id) + "/")
    # In a chat of several people the others wait for what they said, without seeing the memory.
    of_another = facts is not None and not facts.many and facts.owner not in scope.owners
    if of_another_tenant or of_another:
        raise NotAllowedError(f"the receipt names another user's session {session!r}")
    return facts


def _latest(receipts: list[Receipt]) -> list[Receipt]:
    # Marks are contiguous, so the last receipt of a session's partition stands for all.
    newest: dict[tuple[str, int], Receipt] = {}
    for receipt in receipts:
        place = (receipt.session, receipt.partition)
        if place not in newest or newest[place].offset < receipt.offset:
            newest[place] = receipt
    return list(newest.values())
