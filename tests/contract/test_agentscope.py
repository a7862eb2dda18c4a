"""Messages as AgentScope itself writes them: recorded, and of the package where it is installed."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from membus.contracts.blocks import DataBlock, HintBlock
from membus.contracts.msg import Msg, spoken_text
from membus.contracts.upcast import form_of, to_msg

NOW = datetime(2026, 12, 1, tzinfo=UTC)
DATA = Path(__file__).parent / "data"


def recorded(version: int) -> list[dict]:
    return json.loads((DATA / f"agentscope_{version}.json").read_text("utf-8"))


def upcast(raw: object) -> Msg:
    return to_msg(raw, "Asia/Shanghai", NOW)


@pytest.mark.parametrize("version", [1, 2])
def test_the_form_of_every_recorded_message_is_recognised(version: int) -> None:
    assert {form_of(raw) for raw in recorded(version)} == {f"agentscope-{version}"}


def test_a_message_of_version_2_keeps_every_field() -> None:
    for raw in recorded(2):
        msg = upcast(raw)
        dumped = msg.model_dump(mode="json")
        for block, original in zip(dumped["content"], raw["content"], strict=True):
            assert original.items() <= block.items()
        for name in ("id", "name", "role", "metadata", "usage", "error", "structured_output"):
            assert dumped[name] == raw[name]
        assert msg.created_at == local(raw["created_at"])
        assert msg.finished_at == (local(raw["finished_at"]) if raw["finished_at"] else None)
        assert msg.finished_reason == raw["finished_reason"]


def test_hints_are_never_speech() -> None:
    reply = upcast(recorded(2)[2])
    hints = [block for block in reply.content if isinstance(block, HintBlock)]
    assert len(hints) == 2
    assert spoken_text(reply) == "已改到 302。"


def test_a_reply_of_version_2_is_finished_when_it_says_so() -> None:
    replies = [upcast(raw) for raw in recorded(2)][2:]
    assert [reply.finished_reason for reply in replies] == [None, "completed", "error", None]


def test_version_1_says_the_same_in_version_2s_words() -> None:
    prompt, told, calling, result, reply, media = (upcast(raw) for raw in recorded(1))
    assert [msg.role for msg in (prompt, told, calling, result, reply)] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
    ]
    assert spoken_text(told) == "我对花生过敏"
    assert json.loads(calling.content[1].input) == {"order_id": "A1001", "数量": 2}
    assert result.content[0].output[0].text == "运输中"
    assert result.content[0].output[1].source.media_type == "image/jpeg"
    assert (calling.finished_at, reply.finished_reason) == (None, "completed")
    assert reply.created_at == local(recorded(1)[4]["timestamp"])
    found = [block.source.media_type for block in media.content if isinstance(block, DataBlock)]
    assert found == ["image/png", "audio/mpeg", "video/*"]


def test_messages_of_the_installed_package_are_understood() -> None:
    messages = pytest.importorskip("agentscope.message")
    said = messages.UserMsg(name="Mei", content="I moved to Oslo")
    reply = messages.AssistantMsg(
        name="concierge",
        content=[
            messages.ThinkingBlock(thinking="noted"),
            messages.ToolCallBlock(id="c", name="save", input="{}"),
            messages.ToolResultBlock(id="c", name="save", output="ok", state="success"),
            messages.TextBlock(text="Oslo it is."),
        ],
    )
    assert spoken_text(upcast(said)) == "I moved to Oslo"
    understood = upcast(reply)
    assert [block.type for block in understood.content] == [
        "thinking",
        "tool_call",
        "tool_result",
        "text",
    ]
    assert understood.id == reply.id
    assert understood.finished_at is None
    assert upcast(said).created_at == local(said.created_at)


def test_version_1_objects_are_taken_by_their_to_dict() -> None:
    class Version1:
        def to_dict(self) -> dict:
            return recorded(1)[1]

    assert upcast(Version1()) == upcast(recorded(1)[1])


def local(text: str) -> datetime:
    shanghai = to_msg({"role": "user", "content": "", "created_at": text}, "Asia/Shanghai", NOW)
    naive = datetime.fromisoformat(text)
    assert shanghai.created_at is not None
    assert (naive - shanghai.created_at.replace(tzinfo=None)).total_seconds() == 8 * 3600
    return shanghai.created_at
