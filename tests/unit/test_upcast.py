"""Every form that agents speak becomes one and the same Msg, or a clear error."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.contracts.blocks import DataBlock, TextBlock, ToolCallBlock, ToolResultBlock
from membus.contracts.msg import Msg, spoken_text
from membus.contracts.upcast import form_of, to_msg
from membus.errors import MalformedError, PermanentError, UnknownSchemaError

NOW = datetime(2026, 3, 2, 1, 15, tzinfo=UTC)


def upcast(message: object, zone: str = "UTC") -> Msg:
    return to_msg(message, zone, NOW)


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ({"role": "user", "content": "hi"}, "openai"),
        ({"role": "assistant", "content": None, "tool_calls": []}, "openai"),
        ({"role": "user", "content": [{"type": "image_url", "image_url": {}}]}, "openai"),
        ({"role": "user", "content": "hi", "timestamp": "2026-03-02 09:00:00.000"}, "agentscope-1"),
        ({"role": "user", "content": [{"type": "tool_use"}]}, "agentscope-1"),
        ({"role": "user", "content": [{"type": "image"}]}, "agentscope-1"),
        ({"role": "user", "content": [], "created_at": "2026-03-02T09:00:00"}, "agentscope-2"),
        ({"role": "assistant", "content": [{"type": "tool_call"}]}, "agentscope-2"),
        ({"role": "assistant", "content": [], "finished_at": None}, "agentscope-2"),
    ],
)
def test_the_form_is_recognised(raw: dict, form: str) -> None:
    assert form_of(raw) == form


class TestOpenAI:
    def test_a_plain_reply_is_finished_when_it_was_said(self) -> None:
        msg = upcast({"role": "assistant", "content": "Oslo it is."})
        assert (msg.created_at, msg.finished_at) == (NOW, NOW)
        assert msg.finished_reason == "completed"

    def test_a_reply_that_calls_a_tool_is_not_finished(self) -> None:
        call = {
            "id": "call_1",
            "type": "function",
            "function": {"name": "order", "arguments": '{"n":1}'},
        }
        msg = upcast({"role": "assistant", "content": None, "tool_calls": [call]})
        assert msg.content == [ToolCallBlock(id="call_1", name="order", input='{"n":1}')]
        assert msg.finished_at is None

    def test_a_user_message_has_no_end(self) -> None:
        assert upcast({"role": "user", "content": "hi"}).finished_at is None

    def test_a_tool_message_is_a_tool_result(self) -> None:
        msg = upcast({"role": "tool", "tool_call_id": "call_1", "content": "运输中"})
        assert msg.role == "tool"
        assert msg.content == [ToolResultBlock(id="call_1", output="运输中")]

    def test_a_developer_message_is_a_system_message_and_injected(self) -> None:
        msg = upcast({"role": "developer", "content": "Be brief."})
        assert (msg.role, msg.injected) == ("system", True)

    def test_parts_become_blocks_in_order(self) -> None:
        parts = [
            {"type": "text", "text": "look"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
            {"type": "image_url", "image_url": {"url": "https://a.example/b.jpg?x=1"}},
            {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "mp3"}},
            {"type": "file", "file": {"file_id": "f-1", "filename": "a.pdf"}},
        ]
        msg = upcast({"role": "user", "content": parts})
        sources = [block.source for block in msg.content if isinstance(block, DataBlock)]
        assert msg.content[0] == TextBlock(text="look")
        assert [(source.type, source.media_type) for source in sources] == [
            ("base64", "image/png"),
            ("url", "image/jpeg"),
            ("base64", "audio/mpeg"),
            ("url", "application/*"),
        ]

    def test_a_refusal_is_what_was_said(self) -> None:
        msg = upcast({"role": "assistant", "content": None, "refusal": "I can't help with that."})
        assert spoken_text(msg) == "I can't help with that."

    def test_reasoning_is_kept_apart_from_speech(self) -> None:
        msg = upcast({"role": "assistant", "content": "4", "reasoning_content": "2+2"})
        assert [block.type for block in msg.content] == ["thinking", "text"]
        assert spoken_text(msg) == "4"

    def test_an_unknown_part_is_refused_by_name(self) -> None:
        with pytest.raises(UnknownSchemaError, match="hologram"):
            upcast({"role": "user", "content": [{"type": "hologram"}]})

    @pytest.mark.parametrize("calls", ["x", 3, [1], [{"function": "x"}]])
    def test_tool_calls_of_a_wrong_type_are_refused(self, calls: object) -> None:
        with pytest.raises(MalformedError):
            upcast({"role": "assistant", "content": "", "tool_calls": calls})


class TestAgentScope1:
    def test_the_timestamp_is_local_and_the_zone_decides(self) -> None:
        raw = {"role": "user", "content": "昨天9点见", "timestamp": "2026-03-02 00:30:00.250"}
        shanghai, utc = upcast(raw, "Asia/Shanghai"), upcast(raw, "UTC")
        assert shanghai.created_at == datetime(2026, 3, 1, 16, 30, 0, 250_000, UTC)
        assert utc.created_at == datetime(2026, 3, 2, 0, 30, 0, 250_000, UTC)

    def test_a_reply_is_finished_at_its_timestamp(self) -> None:
        raw = {"role": "assistant", "content": "ok", "timestamp": "2026-03-02 09:00:00.000"}
        msg = upcast(raw)
        assert msg.finished_at == msg.created_at == datetime(2026, 3, 2, 9, tzinfo=UTC)

    def test_a_tool_use_keeps_its_input_as_json_text(self) -> None:
        block = {"type": "tool_use", "id": "c", "name": "order", "input": {"编号": "A1001"}}
        msg = upcast({"role": "assistant", "content": [block], "timestamp": "2026-03-02 09:00:00"})
        assert msg.content == [ToolCallBlock(id="c", name="order", input='{"编号": "A1001"}')]
        assert msg.finished_at is None

    def test_tool_results_leave_the_system_role_and_prompts_keep_it(self) -> None:
        result = {"type": "tool_result", "id": "c", "name": "order", "output": "ok"}
        prompt = {"role": "system", "content": "Be brief.", "timestamp": "2026-03-02 09:00:00"}
        assert upcast({**prompt, "content": [result]}).role == "tool"
        assert upcast(prompt).role == "system"


class TestAgentScope2:
    def test_a_growing_reply_stays_open(self) -> None:
        raw = {"role": "assistant", "content": [], "created_at": "2026-03-02T09:00:00"}
        assert upcast(raw).finished_at is None

    def test_naive_times_are_of_the_users_zone(self) -> None:
        raw = {
            "role": "assistant",
            "content": [{"type": "text", "text": "ok", "id": "b"}],
            "created_at": "2026-03-02T00:30:00",
            "finished_at": "2026-03-02T00:31:00",
            "finished_reason": "interrupted",
        }
        msg = upcast(raw, "Asia/Shanghai")
        assert msg.created_at == datetime(2026, 3, 1, 16, 30, tzinfo=UTC)
        assert msg.finished_at == datetime(2026, 3, 1, 16, 31, tzinfo=UTC)
        assert msg.finished_reason == "interrupted"

    def test_an_offset_wins_over_the_zone(self) -> None:
        raw = {"role": "user", "content": [], "created_at": "2026-03-02T00:30:00+01:00"}
        assert upcast(raw, "Asia/Shanghai").created_at == datetime(2026, 3, 1, 23, 30, tzinfo=UTC)

    def test_an_unknown_block_is_refused(self) -> None:
        raw = {"role": "user", "content": [{"type": "smell"}], "created_at": "2026-03-02T00:30:00"}
        with pytest.raises(UnknownSchemaError, match="smell"):
            upcast(raw)


@pytest.mark.parametrize(
    "message",
    [
        "hi",
        None,
        42,
        {},
        {"role": "pirate", "content": "arr"},
        {"content": "no role"},
        {"role": "user", "content": b"bytes"},
        {"role": "user", "content": "x", "metadata": {"raw": b"bytes"}},
        {"role": "user", "content": 7},
        {"role": "user", "content": ["x"]},
        {"role": "user", "content": "x", "created_at": "yesterday"},
        {"role": "user", "content": "x", "created_at": "0001-01-01T00:00:00"},
        {"role": "user", "content": "x", "created_at": "9999-12-31T23:59:59"},
        {"role": "user", "content": "x", "timestamp": 1_700_000_000},
        {"role": "user", "content": "x", "id": "i" * 513},
    ],
)
def test_what_is_no_message_is_a_clear_error(message: object) -> None:
    with pytest.raises(MalformedError) as caught:
        upcast(message)
    assert str(caught.value)


def test_a_message_that_says_nothing_is_no_error() -> None:
    assert upcast({"role": "user", "content": None}).content == []


def test_an_unknown_zone_is_a_clear_error() -> None:
    with pytest.raises(MalformedError, match="Mars"):
        upcast({"role": "user", "content": "hi"}, "Mars/Olympus")


def test_unknown_fields_are_kept() -> None:
    msg = upcast({"role": "user", "content": "hi", "mood": "glad"})
    assert msg.model_dump()["mood"] == "glad"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "text", "id", "url", "source", "x"]), inner)
    ),
    max_leaves=8,
)
messages = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "system", "tool", "developer", "x"])},
    optional={
        "content": json_values,
        "name": json_values,
        "id": json_values,
        "tool_calls": json_values,
        "function_call": json_values,
        "audio": json_values,
        "timestamp": json_values,
        "created_at": json_values,
        "finished_at": json_values,
        "metadata": json_values,
    },
)


@given(messages)
def test_any_json_object_becomes_a_message_or_a_permanent_error(raw: dict) -> None:
    try:
        msg = upcast(raw)
    except PermanentError:
        return
    assert Msg.model_validate_json(msg.model_dump_json()) == msg
