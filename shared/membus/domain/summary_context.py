"""What compression keeps of a session: the last summary and the messages that came after it.

Pure folding of turns; it decides neither when to compress nor how.
"""

from collections.abc import Sequence

from membus.contracts.base import Contract, UtcTime
from membus.contracts.blocks import Block, HintBlock, ThinkingBlock
from membus.contracts.events.turns import Summary, TurnClosed, TurnMessage
from membus.contracts.msg import Msg


class ContextEntry(Contract):
    """One message of the context, with the blocks that no summary covers yet."""

    turn_id: str
    revision: int
    offset: int
    at: UtcTime
    msg: Msg


class Taken(Contract):
    """How many blocks of a message are in the summary, where `covers_to` does not say it."""

    message_id: str
    offset: int
    blocks: int


class SessionContext(Contract):
    """The summary and what came after, oldest first.

    `version` counts the saves, for compare-and-set. Messages below offset `covers_to` are in the
    summary; of those at or above it, `taken` says what went into it. `private_to` is the agent
    for whom alone some of it was said: no other agent's private turns come in.
    """

    session: str
    version: int = 0
    summary: Summary | None = None
    summary_id: str | None = None
    covers_to: int = 0
    entries: tuple[ContextEntry, ...] = ()
    taken: tuple[Taken, ...] = ()
    private_to: str | None = None


def fold_turn(context: SessionContext, turn: TurnClosed) -> SessionContext:
    """Return the context with a turn's revision in place of its earlier one.

    A revision that is not newer than the one folded in changes nothing.
    """
    earlier = [entry for entry in context.entries if entry.turn_id == turn.turn_id]
    if any(entry.revision >= turn.revision for entry in earlier):
        return context
    kept = [entry for entry in context.entries if entry.turn_id != turn.turn_id]
    taken = {each.message_id: each.blocks for each in context.taken}
    for message in turn.messages:
        blocks = _own_blocks(message.msg)[taken.get(message.msg.id, 0) :]
        if blocks and message.offset >= context.covers_to and not message.msg.injected:
            kept.append(_entry(turn, message, blocks))
    kept.sort(key=lambda entry: (entry.at, entry.offset))
    return context.model_copy(update={"entries": tuple(kept)})


def without_head(
    context: SessionContext,
    head: Sequence[ContextEntry],
    tail: Sequence[ContextEntry],
    settled_to: int,
) -> SessionContext:
    """Return the context after `head` was summarised and `tail` was kept.

    An entry whose first blocks went into the head stands in both, each with its own blocks. Below
    `settled_to` every message lies in a turn that was seen, so that `covers_to` hides none.
    """
    end = max((entry.offset + 1 for entry in head), default=context.covers_to)
    end = min(end, settled_to, *(entry.offset for entry in tail))
    covers_to = max(context.covers_to, end)
    taken = {each.message_id: each for each in context.taken}
    for entry in head:
        before = taken.get(entry.msg.id)
        blocks = len(entry.msg.content) + (before.blocks if before else 0)
        taken[entry.msg.id] = Taken(message_id=entry.msg.id, offset=entry.offset, blocks=blocks)
    return context.model_copy(
        update={
            "covers_to": covers_to,
            "entries": tuple(tail),
            "taken": tuple(each for each in taken.values() if each.offset >= covers_to),
        }
    )


def _entry(turn: TurnClosed, message: TurnMessage, blocks: Sequence[Block]) -> ContextEntry:
    return ContextEntry(
        turn_id=turn.turn_id,
        revision=turn.revision,
        offset=message.offset,
        at=message.at,
        msg=message.msg.model_copy(update={"content": list(blocks)}),
    )


def _own_blocks(msg: Msg) -> list[Block]:
    """Return what was said and done: what a framework injected or a model thought stays out."""
    return [block for block in msg.content if not isinstance(block, HintBlock | ThinkingBlock)]
