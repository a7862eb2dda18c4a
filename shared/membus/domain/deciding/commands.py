"""Applies what a person or agent asks for: forget, restore, pin, unpin, correct, erase."""

from collections.abc import Callable
from datetime import timedelta

from membus.contracts.events.changes import MemoryCommanded, SourceAnchor
from membus.contracts.events.memories import ChangeDecided
from membus.contracts.memory import Memory
from membus.domain.deciding.change import Change
from membus.domain.deciding.draft import Draft
from membus.domain.deciding.groups import group_of
from membus.domain.deciding.intervals import lay_out
from membus.domain.deciding.labels import ERASED
from membus.domain.deciding.merged import standing
from membus.domain.expiry import expires_at
from membus.domain.visibility import is_seen
from membus.errors import MalformedError

_OF_A_SCOPE = ("forget", "restore", "erase")


def decide_command(
    change: Change, body: MemoryCommanded, draft: Draft, ttl: timedelta
) -> ChangeDecided:
    """Apply a command to the memory it names, by id or else by its source.

    `forget`, `restore` and `erase` without either are about all memories of the envelope's session,
    or of the owner where it names no session. Raises MalformedError for a command that names too
    little. Merged memories are reached through either id. What is private to another agent than the
    command's is no such memory.
    """
    _check(body)
    apply = {
        "forget": _forget,
        "restore": _restorer(ttl),
        "pin": _pin,
        "unpin": _unpin,
        "correct": _corrector(body),
        "erase": _erase,
    }[body.command]
    targets = _targets(change, body, draft)
    for memory in targets:
        if apply(change, draft, memory):
            draft.fate("stored", memory.memory_id)
        else:
            draft.fate("skipped", memory.memory_id, f"nothing to {body.command}")
    if not targets and body.memory_id is not None:
        draft.fate("skipped", body.memory_id, "no such memory")
    return draft.decided("" if targets else "no such memory")


def is_of_a_scope(body: MemoryCommanded) -> bool:
    """Whether a command is about all memories of a session or owner."""
    return body.memory_id is None and body.anchor is None


def _check(body: MemoryCommanded) -> None:
    if body.command == "correct" and not (body.value or "").strip():
        raise MalformedError("correct needs a value: the text that is right")
    if is_of_a_scope(body) and body.command not in _OF_A_SCOPE:
        raise MalformedError(f"{body.command} needs a memory_id or an anchor")


def _targets(change: Change, body: MemoryCommanded, draft: Draft) -> list[Memory]:
    agent_id = change.envelope.agent_id
    # What else of the owner is loaded depends on the batch: only what the agent sees may count.
    seen = [memory for memory in draft.everything() if _sees(agent_id, memory)]
    if is_of_a_scope(body):
        session = change.envelope.session if change.envelope.session_id else None
        return [memory for memory in seen if session in (None, memory.session)]
    named = None if body.memory_id is None else draft.memory(body.memory_id)
    if named is not None and agent_id is not None and not _sees(agent_id, named):
        return []
    found = [named] if named is not None else _anchored(draft, seen, body.anchor)
    standing_ones = [standing(draft, memory) for memory in found]
    targets = {memory.memory_id: memory for memory in standing_ones if memory is not None}
    if body.command == "erase":
        # What was merged says the same: it goes with what it was merged into.
        for memory in list(targets.values()):
            sources = (draft.memory(memory_id) for memory_id in memory.derived_from)
            targets |= {source.memory_id: source for source in sources if source is not None}
    return list(targets.values())


def _sees(agent_id: str | None, memory: Memory) -> bool:
    return is_seen(memory.visibility, memory.agent_id, agent_id)


def _anchored(draft: Draft, seen: list[Memory], anchor: SourceAnchor | None) -> list[Memory]:
    """Return the memories that rest on the anchor's span; end 0 means the whole message."""
    if anchor is None:
        return []
    return [
        memory
        for memory in seen
        for row in draft.evidence(memory.memory_id).values()
        if row.message_id == anchor.message_id
        and (not anchor.end or (row.start < anchor.end and anchor.start < row.end))
        and (not anchor.value or anchor.value in memory.content or anchor.value in row.quote)
    ]


def _forget(change: Change, draft: Draft, memory: Memory) -> bool:
    if memory.status in ("forgotten", "merged"):  # what it was merged into is forgotten instead
        return False
    draft.revise(memory, "forgotten", change.appended_at, status="forgotten")
    return True


def _restorer(ttl: timedelta) -> Callable[[Change, Draft, Memory], bool]:
    def restore(change: Change, draft: Draft, memory: Memory) -> bool:
        if memory.status not in ("forgotten", "expired") or memory.decision == ERASED:
            return False
        again = expires_at(change.envelope.occurred_at, change.appended_at, ttl)
        draft.revise(
            memory,
            "restored",
            change.appended_at,
            status="active",
            expires_at=again if memory.type == "short" else None,
        )
        where = group_of(draft, memory)
        if where is not None:
            lay_out(draft, where, change.appended_at)
        return True

    return restore


def _pin(change: Change, draft: Draft, memory: Memory) -> bool:
    if memory.pinned or memory.decision == ERASED:
        return False
    draft.revise(memory, "pinned", change.appended_at, pinned=True)
    return True


def _unpin(change: Change, draft: Draft, memory: Memory) -> bool:
    if not memory.pinned:
        return False
    draft.revise(memory, "unpinned", change.appended_at, pinned=False)
    return True


def _corrector(body: MemoryCommanded) -> Callable[[Change, Draft, Memory], bool]:
    def correct(change: Change, draft: Draft, memory: Memory) -> bool:
        right = (body.value or "").strip()
        wrong = body.anchor.value if body.anchor is not None else ""
        inside = bool(wrong) and wrong in memory.content and wrong != memory.content
        content = memory.content.replace(wrong, right) if inside else right
        if memory.decision == ERASED or content == memory.content:
            return False
        named = [*memory.entities, right] if inside else memory.entities
        draft.revise(
            memory,
            "corrected",
            change.appended_at,
            content=content,
            object=memory.object.replace(wrong, right) if inside else right,
            entities=[name for name in dict.fromkeys(named) if name in content],
            keywords=[word for word in memory.keywords if word.casefold() in content.casefold()],
            confidence=1.0,
        )
        return True

    return correct


def _erase(change: Change, draft: Draft, memory: Memory) -> bool:
    """Blank a memory for good: nothing of its text stays in the current view, nor its evidence.

    Its id stays as the tombstone that keeps the same source from bringing it back. Earlier
    versions, decisions and the log keep the text until the erasure of a whole scope reaches them.
    """
    if memory.decision == ERASED:
        return False
    for row in list(draft.evidence(memory.memory_id).values()):
        draft.withdraw(row)
    draft.revise(
        memory,
        ERASED,
        change.appended_at,
        status="forgotten",
        content="",
        subject="",
        predicate="",
        object="",
        polarity="positive",
        speaker="",
        entities=[],
        keywords=[],
        context=[],
        domain="",
        pinned=False,
        expires_at=None,
        mention_count=0,
    )
    return True
