"""The committed schemas are what the code says, and every example still parses."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from membus.cli import schemas
from membus.contracts.envelope import open_body, parse, seal
from membus.contracts.registry import EVENTS
from membus.kafka.topics import registry

EXAMPLES = sorted((schemas.FOLDER / "examples").glob("*.json"))


def records() -> list[tuple[str, dict]]:
    return [(path.stem, record) for path in EXAMPLES for record in json.loads(path.read_text())]


def test_the_committed_schemas_are_those_of_the_code() -> None:
    assert schemas.stale() == [], "run: python -m membus.cli.schemas write"


def test_a_changed_a_missing_and_a_left_over_schema_are_noticed_and_mended(tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    shutil.copytree(schemas.FOLDER, folder)
    (folder / "events" / "Tick.v1.json").write_text("{}")
    (folder / "events" / "SessionEnded.v1.json").unlink()
    (folder / "events" / "Rumour.v1.json").write_text("{}")
    changed = ["events/Rumour.v1.json", "events/SessionEnded.v1.json", "events/Tick.v1.json"]
    assert schemas.stale(folder) == changed
    assert schemas.write(folder) == changed
    assert schemas.stale(folder) == []


def test_every_event_and_version_has_an_example() -> None:
    assert {path.stem for path in EXAMPLES} == {f"{name}.v{version}" for name, version in EVENTS}


@pytest.mark.parametrize(
    ("name", "record"), records(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_example_parses_and_loses_nothing(name: str, record: dict) -> None:
    envelope = parse(json.dumps(record, ensure_ascii=False).encode())
    assert f"{envelope.type}.v{envelope.schema_version}" == name
    body = open_body(envelope)
    assert _within(record["body"], seal(body)), "a field of the example is gone or changed"
    assert _within(record, json.loads(envelope.to_bytes()))


@pytest.mark.parametrize(
    ("name", "record"), records(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_example_satisfies_the_published_schema(name: str, record: dict) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    for schema, value in (("Envelope.v1", record), (name, record["body"])):
        text = (schemas.FOLDER / "events" / f"{schema}.json").read_text()
        jsonschema.Draft202012Validator(json.loads(text)).validate(value)


def test_the_examples_speak_chinese_and_english() -> None:
    said = [json.dumps(record, ensure_ascii=False) for _, record in records()]
    assert any("过敏" in text for text in said)
    assert any("cilantro" in text for text in said)


def test_every_event_has_a_topic_and_every_topic_its_events() -> None:
    known = {name for name, _ in EVENTS}
    carried = {event for topic in registry().values() for event in topic.events}
    assert carried == known
    assert all(topic.events for topic in registry().values())


def test_the_bus_is_described_whole() -> None:
    document = yaml.safe_load((schemas.FOLDER / "asyncapi.yaml").read_text())
    channels = document["channels"].values()
    assert {channel["address"] for channel in channels} == set(registry())
    for operation in document["operations"].values():
        name = operation["channel"]["$ref"].removeprefix("#/channels/")
        assert name in document["channels"]
    for message in document["components"]["messages"].values():
        envelope, body = message["payload"]["allOf"]
        for reference in (envelope["$ref"], body["properties"]["body"]["$ref"]):
            assert (schemas.FOLDER / reference).exists()


def _within(part: object, whole: object) -> bool:
    """Whether every field of the part stands in the whole; times may be written otherwise."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(_within, part, whole))
    return part == whole or _same_time(part, whole)


def _same_time(left: object, right: object) -> bool:
    if not (isinstance(left, str) and isinstance(right, str)):
        return False
    return left.rstrip("Z").rstrip("0") == right.rstrip("Z").rstrip("0")
