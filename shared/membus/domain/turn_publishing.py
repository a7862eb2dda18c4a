"""Which turns a change of a session publishes, as which revision, and in which order.

Pure. Whether a message belongs to a turn is decided in turns.py, how it reads in turn_labelling.py.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from membus.contracts import ids
from membus.contracts.events.turns import ContextMessage, TurnClosed, TurnMessage
from membus.contracts.msg import spoken_text
from membus.domain.relevance import without_memory
from membus.domain.turn_labelling import BY_RULES, Labels, is_speech, labelled
from membus.domain.turns import Message, SessionState, Turn, closing, segment

BEFORE_MESSAGES = 3
BEFORE_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Publication:
    """One revision to publish, and the messages it stands for (those it lost, where it is void)."""

    closed: TurnClosed
    sources: tuple[Message, ...]


def republish(
    state: SessionState,
    changed: Message | None,
    since: tuple[datetime, int],
    labels: Labels = BY_RULES,
) -> tuple[SessionState, tuple[Publication, ...]]:
    """Return the state with its turns from place `since` on cut anew, and what that publishes.

    `changed` is new or replaces the message of the same id. A closed turn that changed publishes
    its next revision. So does each turn that gave a published message away or took one in, closed
    or not, so that a message never stands in two revisions that hold, nor in none.
    """
    cut = _cut(state.turns, since)
    head, tail = state.turns[:cut], state.turns[cut:]
    messages = [
        message
        for turn in tail
        for message in turn.messages
        if changed is None or message.msg.id != changed.msg.id
    ]
    if changed is not None:
        messages.append(changed)
    messages.sort(key=lambda message: message.place)
    before = next(_spoken_back(head), None)
    turns = _rebuilt(state, tail, labelled(messages, before, state.participants, labels))
    published: list[Publication] = []
    # Turns that lost a message go first, so that its evidence is withdrawn before it is given.
    for turn in sorted(
        filter(_due, turns.values()), key=lambda turn: (not _lost(turn), turn.place)
    ):
        turns[turn.turn_id] = revised = _as_published(turn)
        settled_to = _lowest_pending(turns.values())
        published.append(
            Publication(
                _closed(state, _spoken_before(head, turns.values(), revised), revised, settled_to),
                revised.messages or _messages_of(tail, turn.turn_id),
            )
        )
    ordered = sorted(turns.values(), key=lambda turn: turn.place)
    state = state.model_copy(
        update={"turns": (*head, *ordered), "open_from": _lowest_pending(ordered)}
    )
    return state, tuple(published)


def _cut(turns: Sequence[Turn], since: tuple[datetime, int]) -> int:
    """Return the index of the turn before the one that holds the place: it may take from it."""
    found = 0
    for index in range(len(turns) - 1, -1, -1):
        if not turns[index].messages:
            continue
        if found:
            return index
        if turns[index].place <= since:
            found = index
    return 0


def _rebuilt(
    state: SessionState, tail: Sequence[Turn], messages: Sequence[Message]
) -> dict[str, Turn]:
    """Return the turns of the messages, and the old ones that lost all of theirs."""
    turns = {
        turn.turn_id: turn if not turn.messages else turn.model_copy(update={"messages": ()})
        for turn in tail
    }
    old = {turn.turn_id: turn for turn in tail}
    groups = segment(messages, state.participants)
    for index, group in enumerate(groups):
        turn_id = ids.turn_id(state.session, group[0].msg.id)
        known = old.get(turn_id)
        update = {
            "started_at": group[0].at,
            "started_offset": group[0].offset,
            "closed_by": closing(group, state, followed=index + 1 < len(groups)),
            "messages": tuple(group),
        }
        turn = known.model_copy(update=update) if known else Turn(turn_id=turn_id, **update)
        # The same object where nothing changed, so that what has to be saved is told by identity.
        turns[turn_id] = known if known == turn else turn
    return turns


def _due(turn: Turn) -> bool:
    if not turn.messages:
        return bool(turn.published_ids)
    if _digest(turn) == turn.published:
        return False
    took_in = any(message.home not in {None, turn.turn_id} for message in turn.messages)
    return turn.closed_by is not None or took_in or _lost(turn)


def _lost(turn: Turn) -> bool:
    return not set(turn.published_ids) <= {message.msg.id for message in turn.messages}


def _digest(turn: Turn) -> str:
    parts = [
        ids.join(message.msg.id, message.digest, message.label.reason if message.label else "")
        for message in turn.messages
    ]
    return ids.digest("\n".join(parts))


def _as_published(turn: Turn) -> Turn:
    home = {"home": turn.turn_id, "pending": ()}
    return turn.model_copy(
        update={
            "revision": turn.revision + 1,
            "published": _digest(turn) if turn.messages else "",
            "published_ids": tuple(message.msg.id for message in turn.messages),
            "messages": tuple(message.model_copy(update=home) for message in turn.messages),
        }
    )


def _lowest_pending(turns: Iterable[Turn]) -> int | None:
    pending = [message.pending[0] for turn in turns for message in turn.messages if message.pending]
    return min(pending, default=None)


def _closed(
    state: SessionState, earlier: Iterator[Message], turn: Turn, settled_to: int | None
) -> TurnClosed:
    labels = [message.label for message in turn.messages if message.label]
    skipped = not any(each.relevant for each in labels)
    return TurnClosed(
        turn_id=turn.turn_id,
        revision=turn.revision,
        closed_by=turn.closed_by or "reply_interrupted",
        messages=[
            TurnMessage(
                msg=message.msg,
                event_id=message.event_id,
                partition=state.partition,
                offset=message.offset,
                ordinal=message.ordinal,
                at=message.at,
                appended_at=message.appended_at,
                label=made,
            )
            for message, made in zip(turn.messages, labels, strict=True)
        ],
        before=_before(earlier, turn) if turn.messages else [],
        partition=state.partition,
        covers=sorted(offset for message in turn.messages for offset in message.offsets),
        settled_to=state.position if settled_to is None else settled_to,
        skipped=skipped,
        skip_reason=_skip_reason([each.reason for each in labels]) if skipped else "",
    )


def _skip_reason(reasons: Sequence[str]) -> str:
    return ", ".join(name for name, _ in Counter(reasons).most_common()) or "void"


def _before(earlier: Iterator[Message], turn: Turn) -> list[ContextMessage]:
    """Return up to three messages, oldest first, from the newest back; of a long one its end.

    What is private to an agent goes before its own private turns alone.
    """
    agents = {message.agent_id for message in turn.messages if message.visibility == "private"}
    room = BEFORE_CHARS
    found: list[ContextMessage] = []
    for message in islice(earlier, BEFORE_MESSAGES):
        hidden = message.visibility == "private" and message.agent_id not in agents
        text = "" if hidden or not room else without_memory(spoken_text(message.msg))[-room:]
        if not text:
            continue
        room -= len(text)
        found.append(
            ContextMessage(role=message.msg.role, name=message.msg.name, text=text, at=message.at)
        )
    return found[::-1]


def _spoken_before(head: Sequence[Turn], tail: Iterable[Turn], turn: Turn) -> Iterator[Message]:
    """Yield what was spoken before a turn of the tail, the newest first."""
    near = sorted((each for each in tail if each.place < turn.place), key=lambda each: each.place)
    yield from _spoken_back(near)
    yield from _spoken_back(head)


def _spoken_back(turns: Sequence[Turn]) -> Iterator[Message]:
    for turn in reversed(turns):
        yield from filter(is_speech, reversed(turn.messages))


def _messages_of(turns: Sequence[Turn], turn_id: str) -> tuple[Message, ...]:
    return next((turn.messages for turn in turns if turn.turn_id == turn_id), ())
