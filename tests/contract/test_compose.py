"""compose.yaml and the image, as far as they can be checked without an engine."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from services.run import NAMES

from membus.settings import Settings, settings_of_environment

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
PARTS: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("topics", *NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_service_is_there_and_may_have_replicas(name: str) -> None:
    part = PARTS[name]
    assert part["command"] == ["service", "run", name]
    # Each of these would make a second replica fail, or fence the first.
    assert {"container_name", "hostname", "ports"}.isdisjoint(part)
    assert part["restart"] != "no"


@pytest.mark.parametrize("name", OURS)
def test_the_environment_is_made_of_settings_that_point_at_the_other_parts(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, str] = PARTS[name]["environment"]
    for variable, value in given.items():
        area, _, field = variable.removeprefix("MEMBUS_").lower().partition("__")
        model = Settings.model_fields[area].annotation
        assert field in getattr(model, "model_fields", {}), variable
        monkeypatch.setenv(variable, value)
    settings = settings_of_environment()
    addresses = (
        settings.kafka.bootstrap_servers,
        settings.redis.url.get_secret_value(),
        settings.qdrant.url,
        settings.ledger.url.get_secret_value(),
    )
    hosts = [re.search(r"(?:^|[/@])([a-z]+):\d+", address) for address in addresses]
    assert [host and host[1] for host in hosts] == ["kafka", "redis", "qdrant", "postgres"]


def test_what_is_waited_for_can_come() -> None:
    for name, part in PARTS.items():
        for other, wait in part.get("depends_on", {}).items():
            if wait["condition"] == "service_healthy":
                assert "healthcheck" in PARTS[other], f"{name} waits for {other}"
            if wait["condition"] == "service_completed_successfully":
                assert PARTS[other]["restart"] == "no", f"{name} waits for {other}"


def test_data_lies_in_volumes_and_is_reached_from_this_machine_alone() -> None:
    for name in PARTS.keys() - set(OURS):
        (volume,) = PARTS[name]["volumes"]
        assert volume.partition(":")[0] in COMPOSE["volumes"]
        assert all(port.startswith("127.0.0.1:") for port in PARTS[name].get("ports", ()))


def test_images_are_pinned_and_ours_is_built_from_what_the_context_holds() -> None:
    assert all(re.search(r":v?\d|^membus:local$", part["image"]) for part in PARTS.values())
    build = PARTS["topics"]["build"]
    file = (ROOT / build["context"] / build["dockerfile"]).read_text("utf-8")
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", file, re.MULTILINE)
    sources = {source for line in copied for source in line.split()}
    allowed = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {f"!{source}" for source in sources} <= set(allowed)
    assert all((ROOT / source).exists() for source in sources)
    # The wheel is built there: what pyproject.toml puts into it must be there too.
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    shipped = re.findall(r'^"([^"/]+)/[^"]+" = "membus/', project, re.MULTILINE)
    assert shipped
    assert set(shipped) <= sources
