"""Patterns of phrases and a graph that finds them: `(a/b)` is a choice, `[a/b]` may be left out.

A choice is a fork of the graph and not a list of phrases: a few hundred patterns stand for a
million phrases.
"""

import re
from collections.abc import Callable, Mapping, Sequence

_CLASS = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"[()\[\]/]|[^()\[\]/]+")


class PhraseGraph:
    """Phrases of tokens, each with its kind; node 0 is where all of them begin."""

    def __init__(self, tokenise: Callable[[str], Sequence[str]]) -> None:
        self._tokenise = tokenise
        self._edges: list[dict[str, list[int]]] = [{}]
        self._kinds: dict[int, str] = {}

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every token of any phrase."""
        return frozenset(token for edges in self._edges for token in edges)

    def add(self, kind: str, patterns: str, classes: Mapping[str, str]) -> None:
        """Take in patterns that are set apart by `|` or a line's end.

        `{name}` is a choice that several patterns share, as `classes` has it.
        """
        for pattern in re.split(r"[|\n]", patterns):
            if pattern.strip():
                self._add(kind, _CLASS.sub(lambda found: f"({classes[found[1]]})", pattern))

    def ends(self, tokens: Sequence[str], start: int) -> dict[int, str]:
        """Return where phrases that begin at `start` end, and the kind of each."""
        nodes, found = {0}, {}
        for at in range(start, len(tokens)):
            nodes = {to for node in nodes for to in self._edges[node].get(tokens[at], ())}
            if not nodes:
                break
            kinds = [self._kinds[node] for node in sorted(nodes) if node in self._kinds]
            if kinds:
                found[at + 1] = kinds[0]
        return found

    def _add(self, kind: str, pattern: str) -> None:
        parts = _PART.findall(pattern)[::-1]
        for node in self._choice({0}, parts):
            if node:
                self._kinds.setdefault(node, kind)

    def _choice(self, starts: set[int], parts: list[str]) -> set[int]:
        """Add alternatives that begin at any of `starts`; return the nodes where they end.

        Takes what it reads from the end of `parts`, the bracket that closes the choice included.
        """
        ends, reached = set[int](), starts
        while parts:
            match part := parts.pop():
                case "(":
                    reached = self._choice(reached, parts)
                case "[":
                    reached = reached | self._choice(reached, parts)
                case "/":
                    ends, reached = ends | reached, starts
                case ")" | "]":
                    break
                case _:
                    reached = self._chain(reached, part)
        return ends | reached

    def _chain(self, starts: set[int], text: str) -> set[int]:
        for token in self._tokenise(text):
            node = self._node()
            self._join(starts, token, node)
            starts = {node}
        return starts

    def _join(self, starts: set[int], token: str, to: int) -> None:
        for start in starts:
            self._edges[start].setdefault(token, []).append(to)

    def _node(self) -> int:
        self._edges.append({})
        return len(self._edges) - 1
