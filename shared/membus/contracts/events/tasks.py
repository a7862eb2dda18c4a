"""Bodies on the boards and tasks topics: working memory shared by agents."""

from typing import Any, Literal

from membus.contracts.base import Contract, JsonObject, UtcTime


class TaskUpdated(Contract):
    """A task's state as an agent left it (AgentScope's task)."""

    task_id: str
    subject: str
    description: str = ""
    state: Literal["pending", "in_progress", "completed"] = "pending"
    owner: str | None = None
    created_at: UtcTime | None = None
    blocks: list[str] = []
    blocked_by: list[str] = []
    metadata: JsonObject = {}


class BoardWritten(Contract):
    """One field of a blackboard; `expected` is the version that the writer read."""

    board_id: str
    field: str
    value: Any = None
    expected: int | None = None
