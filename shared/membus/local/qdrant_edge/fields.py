"""Strict reading of JSON objects: each field is taken once, and what is left over is refused."""

from typing import Any

from membus.local.qdrant_edge.errors import unsupported, wrong_input


class Fields:
    """One JSON object whose fields are taken by name; null counts as absent."""

    def __init__(self, value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise wrong_input(f"{what} must be an object, not {type(value).__name__}")
        self._rest = {name: field for name, field in value.items() if field is not None}
        self._what = what

    def __contains__(self, name: str) -> bool:
        return name in self._rest

    def take(self, name: str, default: Any = None) -> Any:
        """Return a field, or the default where it is absent."""
        return self._rest.pop(name, default)

    def need(self, name: str) -> Any:
        """Return a field that must be there."""
        if name not in self._rest:
            raise wrong_input(f"{self._what}: missing field `{name}`")
        return self._rest.pop(name)

    def need_list(self, name: str) -> list[Any]:
        """Return a field that must be there and be a list."""
        value = self.need(name)
        if not isinstance(value, list):
            raise wrong_input(f"{self._what}: `{name}` must be a list")
        return value

    def end(self) -> None:
        """Refuse the object when it holds a field that nobody took."""
        if self._rest:
            raise unsupported(f"{self._what}: {', '.join(sorted(self._rest))}")
