"""Which messages of a turn are read, who speaks in them, and what was said before each."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from membus.adapters.rules.people import Speakers
from membus.contracts.events.turns import TurnClosed, TurnMessage
from membus.contracts.msg import spoken_text
from membus.domain.relevance.gate import without_memory

_CONTEXT_MESSAGES = 3
_CONTEXT_CHARS = 500
_ROLES = frozenset({"user", "assistant"})


@dataclass(frozen=True, slots=True)
class Said:
    """A message before the one that is read; `name` is "" where its speaker has none."""

    role: str
    name: str
    text: str
    at: datetime

    @property
    def line(self) -> str:
        """The message as a line of context: "Name: text" of a named speaker."""
        return f"{self.name}: {self.text}" if self.name and self.name not in _ROLES else self.text


def counts(message: TurnMessage) -> bool:
    """Whether a message is read at all: somebody spoke in it, and the gate let it through."""
    msg = message.msg
    return message.label.relevant and not msg.injected and msg.role in _ROLES


def speakers(turn: TurnClosed, message: TurnMessage) -> Speakers:
    """Return who speaks: in a chat of several people, where each message is a turn, by name."""
    return _speakers(turn, message.msg.role, message.msg.name)


def speakers_of(turn: TurnClosed, said: Said) -> Speakers:
    """Return who spoke in a message before."""
    return _speakers(turn, said.role, said.name)


def before(turn: TurnClosed, index: int) -> list[Said]:
    """Return up to three messages before a message of the turn, oldest first."""
    said = [Said(message.role, message.name, message.text, message.at) for message in turn.before]
    said += [
        Said(each.msg.role, each.msg.name, without_memory(spoken_text(each.msg)), each.at)
        for each in turn.messages[:index]
        if not each.msg.injected and each.msg.role in _ROLES
    ]
    last = [each for each in said if each.text.strip()][-_CONTEXT_MESSAGES:]
    return [Said(each.role, each.name, each.text[:_CONTEXT_CHARS], each.at) for each in last]


def _speakers(turn: TurnClosed, role: str, name: str) -> Speakers:
    who: Literal["user", "assistant"] = "assistant" if role == "assistant" else "user"
    several = turn.closed_by == "message"
    return Speakers(name if several and name else who, who)
