"""A summariser by rules: it picks sentences, word for word, in their own language. No model.

Identifiers, promises, traits and open questions outlive the rest as the room gets less.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from membus.adapters.rules.sentences import pieces
from membus.adapters.rules.summariser_signs import Sign, bears_identifier, sign_of
from membus.contracts.events.turns import Summary
from membus.domain.relevance.empty_talk import kinds_of_empty_talk
from membus.domain.summary_text import HEADINGS, NOTICES, summary_text
from membus.ports.models import TokenCounter

LONGEST_LINE = 240
"""Characters of one line; a longer sentence loses its end."""

_STATE_LINES = 4
_HEADING_OF: Mapping[Sign, str] = MappingProxyType(
    {
        "question": "task_overview",
        "request": "task_overview",
        "promise": "next_steps",
        "trait": "context_to_preserve",
        "finding": "important_discoveries",
        "plain": "current_state",
    }
)
_WEIGHT: Mapping[Sign, int] = MappingProxyType(
    {"trait": 4, "promise": 3, "request": 3, "finding": 2, "question": 1, "plain": 0}
)
_OPEN_QUESTION = 4
_IDENTIFIER = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """A candidate; `order` counts from the oldest, `weight` says how badly it is wanted."""

    heading: str
    text: str
    weight: int
    order: int


class RulesSummariser:
    """Implements Summariser; deterministic and offline."""

    name = "rules"

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens

    async def summarise(
        self, previous: Summary | None, messages: Sequence[tuple[str, str]], max_tokens: int
    ) -> Summary:
        """Return a summary of at most `max_tokens` tokens, headings included."""
        return await asyncio.to_thread(self._summarise, previous, messages, max_tokens)

    def _summarise(
        self, previous: Summary | None, messages: Sequence[tuple[str, str]], max_tokens: int
    ) -> Summary:
        old = list(_old_lines(previous, is_followed=bool(messages)))
        lines = _distinct([*old, *_new_lines(messages, first=len(old))])
        costs = self._tokens.count([line.text + "\n" for line in lines])
        room = max_tokens - sum(self._tokens.count([f"{name}: \n" for name in HEADINGS]))
        kept = set[int]()
        # Dearest first; of equals the newest, since what is old is in the memory by now.
        for index in sorted(range(len(lines)), key=lambda i: (-lines[i].weight, -lines[i].order)):
            if costs[index] <= room:
                kept.add(index)
                room -= costs[index]
        return self._fitted([line for i, line in enumerate(lines) if i in kept], max_tokens)

    def _fitted(self, lines: list[_Line], max_tokens: int) -> Summary:
        """Return the lines as a summary; a sum of counts is not quite the count of the whole."""
        while True:
            summary = Summary(
                **{
                    name: "\n".join(line.text for line in lines if line.heading == name)
                    for name in HEADINGS
                }
            )
            if not lines or self._tokens.count([summary_text(summary)])[0] <= max_tokens:
                return summary
            lines.remove(min(lines, key=lambda line: (line.weight, line.order)))


def _old_lines(previous: Summary | None, *, is_followed: bool) -> Iterator[_Line]:
    """Yield what is kept of the previous summary: its state is outdated, its questions answered."""
    order = 0
    for heading in HEADINGS:
        for text in getattr(previous, heading, "").splitlines():
            sign = sign_of(text)
            stale = is_followed and heading == "current_state" and not bears_identifier(text)
            answered = is_followed and heading == "next_steps" and sign == "question"
            if text in NOTICES:
                yield _Line(heading, text, _OPEN_QUESTION, order)
            elif text.strip() and not stale and not answered:
                yield _Line(heading, text, _weight(sign, text), order)
            order += 1


def _new_lines(messages: Sequence[tuple[str, str]], first: int) -> Iterator[_Line]:
    open_from = _open_from([speaker for speaker, _ in messages])
    said = [
        (index, speaker, sentence)
        for index, (speaker, text) in enumerate(messages)
        for sentence in _sentences(text)
    ]
    plain = [i for i, (_, _, sentence) in enumerate(said) if sign_of(sentence) == "plain"]
    newest_plain = set(plain[-_STATE_LINES:])
    for place, (index, speaker, sentence) in enumerate(said):
        sign = sign_of(sentence)
        text = f"{speaker}: {_clipped(sentence)}"
        if sign == "question" and index >= open_from:
            yield _Line("next_steps", text, _OPEN_QUESTION, first + place)
        elif sign != "plain" or place in newest_plain:
            yield _Line(_HEADING_OF[sign], text, _weight(sign, text), first + place)


def _open_from(speakers: Sequence[str]) -> int:
    """Return the index of the last speaker's first message in a row: nobody answered it yet."""
    index = len(speakers)
    while index > 0 and speakers[index - 1] == speakers[-1]:
        index -= 1
    return index


def _sentences(text: str) -> list[str]:
    found = [" ".join(text[start:end].split()) for start, end in pieces(text)]
    return [sentence for sentence in found if not kinds_of_empty_talk(sentence)]


def _weight(sign: Sign, text: str) -> int:
    return _WEIGHT[sign] + (_IDENTIFIER if bears_identifier(text) else 0)


def _clipped(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST_LINE else sentence[: LONGEST_LINE - 1] + "…"


def _distinct(lines: Sequence[_Line]) -> list[_Line]:
    newest = {line.text.casefold(): line for line in lines}
    return sorted(newest.values(), key=lambda line: line.order)
