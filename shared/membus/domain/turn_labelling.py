"""The gate's label of each message, in view of what was spoken before it; knows no turns."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from membus.contracts.envelope import Participants
from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import spoken_text
from membus.domain.relevance import label
from membus.domain.turns import Message, Reading

Labels = Mapping[Reading, GateLabel]
"""What a gate decided of one session's messages; the rules label the others."""
BY_RULES: Labels = MappingProxyType({})


def labelled(
    messages: Sequence[Message],
    previous: Message | None,
    participants: Participants,
    labels: Labels,
) -> list[Message]:
    """Return the messages, in order of time, with their labels.

    `previous` was spoken before them. The rules read anew only those whose predecessor changed.
    """
    found: list[Message] = []
    for message in messages:
        found.append(_with_label(message, previous, participants, labels))
        if is_speech(message):
            previous = message
    return found


def is_speech(message: Message) -> bool:
    """Whether somebody said something in the message."""
    return not message.msg.injected and bool(spoken_text(message.msg).strip())


def _with_label(
    message: Message, previous: Message | None, participants: Participants, labels: Labels
) -> Message:
    follows = previous.digest if previous else ""
    if message.label is None or message.follows != follows:
        made = label(message.msg, previous.msg if previous else None, participants)
        message = message.model_copy(update={"label": made, "follows": follows})
    decided = labels.get(message.reading, message.label)
    if decided == message.label:
        return message
    return message.model_copy(update={"label": decided})
