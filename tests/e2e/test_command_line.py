"""The command line as a user types it, against a running stack."""

import json
from pathlib import Path

import pytest
from tests.support.stack import membus, unique

from membus.settings import Settings


def test_a_published_file_is_recalled_listed_shown_and_audited(stack: Settings) -> None:
    user, session = unique("cli"), unique("s")
    lines = [
        {"role": "user", "content": "I live in Bergen and I hate olives."},
        {"role": "assistant", "content": "Noted."},
    ]
    stdin = "\n".join(json.dumps(line) for line in lines).encode()
    where = ("--user", user, "--session", session)
    published = membus(stack, "publish", "-", *where, "--json", stdin=stdin)
    assert published.code == 0, published.err
    assert published.json["published"] == 2

    audited = membus(stack, "audit", "--json")
    assert audited.code == 0, audited.out + audited.err
    assert audited.json["unaccounted"] == 0
    assert audited.json["quiet"]

    recalled = membus(stack, "recall", "Where do I live?", "--user", user, "--json", "--explain")
    assert "Bergen" in recalled.json["context"]
    assert recalled.json["timings_ms"]["total"] > 0

    listed = membus(stack, "memories", "list", "--user", user, "--json").json["memories"]
    lives = next(one for one in listed if one["predicate"] == "lives_in")
    instant = membus(stack, "memories", "list", "--user", user, "--type", "instant", "--json").json[
        "memories"
    ]
    assert [one["content"] for one in instant] == [line["content"] for line in reversed(lines)]

    shown = membus(stack, "memories", "show", lives["memory_id"], "--user", user, "--json").json
    assert shown["evidence"][0]["quote"] in lines[0]["content"]

    other = membus(stack, "memories", "show", lives["memory_id"], "--user", "somebody-else")
    assert other.code == 1
    assert "has no memory" in other.err

    sessions = membus(stack, "sessions", "--json").json["sessions"]
    assert session in {one["session_id"] for one in sessions}


def test_a_second_publish_of_a_file_adds_nothing(stack: Settings) -> None:
    user = unique("cli")
    lines = [
        {"role": "user", "content": "My cat is called Miso."},
        {"role": "assistant", "content": "Cute."},
    ]
    stdin = "\n".join(json.dumps(line) for line in lines).encode()
    counts = []
    for _ in range(2):
        membus(stack, "publish", "-", "--user", user, "--session", user, stdin=stdin)
        assert membus(stack, "audit", "--json").json["quiet"]
        listed = membus(stack, "memories", "list", "--user", user, "--json").json
        counts.append([(one["memory_id"], one["mention_count"]) for one in listed["memories"]])
    assert counts[0]
    assert counts[0] == counts[1]


def test_whose_a_line_is_the_line_says_first(stack: Settings) -> None:
    bob, carol, tom = unique("bob"), unique("carol"), unique("tom")
    lines = [
        {"role": "user", "content": "hi", "user_id": bob, "session_id": bob},
        {"role": "user", "content": "hi", "metadata": {"user_id": carol, "session_id": carol}},
        {"role": "user", "content": "hi"},
    ]
    stdin = b"\xef\xbb\xbf" + "\n".join(json.dumps(line) for line in lines).encode()
    done = membus(stack, "publish", "-", "-u", tom, "-s", tom, "--json", stdin=stdin)
    assert done.code == 0, done.err
    assert [one["user_id"] for one in done.json["receipts"]] == [bob, carol, tom]


def test_faulty_lines_are_named_and_the_others_go_through(stack: Settings) -> None:
    good = json.dumps({"role": "user", "content": "hello"}).encode()
    stdin = b"\n".join([b"not json", good, b"[1]", b'{"role": "user", "content": "\xff"}', b"{}"])
    done = membus(
        stack, "publish", "-", "--user", unique("u"), "--session", "s", "--json", stdin=stdin
    )
    assert done.code == 1
    assert done.json["published"] == 1
    assert [one["line"] for one in done.json["refused"]] == [1, 3, 4, 5]
    assert "-:1: not JSON" in done.err


def test_wrong_use_is_exit_code_2_with_a_reason(stack: Settings) -> None:
    assert membus(stack, "publish", "no-such-file").code == 2
    assert membus(stack, "recall", "text").code == 2
    when = membus(stack, "recall", "text", "--user", "u", "--as-of", "someday")
    assert when.code == 2
    assert "ISO" in when.err
    assert membus(stack, "service", "run", "nothing").code == 2


def test_topics_are_as_the_registry_says(stack: Settings) -> None:
    checked = membus(stack, "topics", "check", "--json")
    assert checked.code == 0, checked.out
    assert checked.json == {"drifts": []}
    names = {one["name"] for one in membus(stack, "topics", "list", "--json").json["topics"]}
    assert {"membus.messages.v1", "membus.dlq.embedding.v1"} <= names


def test_the_demo_answers_from_memory_and_adds_none_the_second_time(
    stack: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the samples are found from anywhere
    first, second = membus(stack, "demo", "--json"), membus(stack, "demo", "--json")
    assert (first.code, second.code) == (0, 0), first.err + second.err
    counts = ("messages", "turns", "facts", "memories", "skipped", "parked", "unaccounted")
    assert set(first.json) == {*counts, "recalls"}
    assert first.json["memories"] > 0
    assert (first.json["parked"], first.json["unaccounted"]) == (0, 0)
    kept = ("messages", "turns", "facts", "memories", "unaccounted")
    assert [second.json[name] for name in kept] == [first.json[name] for name in kept]
    assert all(recall["answered"] for recall in second.json["recalls"]), second.json["recalls"]


def test_a_demo_without_conversations_is_used_wrongly(stack: Settings, tmp_path: Path) -> None:
    done = membus(stack, "demo", "--examples", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "questions.json" in done.err


def test_config_masks_secrets(stack: Settings) -> None:
    printed = membus(stack, "config")
    assert "MEMBUS_REDIS__URL=**********" in printed.out
    assert "redis://" not in printed.out


def test_status_lists_every_part(stack: Settings) -> None:
    status = membus(stack, "status", "--json")
    assert status.code == 0
    parts = {part["name"]: part for part in status.json["parts"]}
    assert set(parts) >= {"kafka", "valkey", "qdrant", "ingestion", "recall", "compression"}
    assert all(part["pid"] for part in parts.values())
