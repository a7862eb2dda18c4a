"""Settings as the environment variables that give them to another process."""

import json
from typing import Any

from pydantic import BaseModel, SecretStr

from membus.settings import Settings


def settings_environment(settings: Settings) -> dict[str, str]:
    """Return the variables under which a process reads these settings; defaults are left out."""
    found: dict[str, str] = {}
    _collect(settings, "MEMBUS_", found)
    return found


def _collect(model: BaseModel, prefix: str, found: dict[str, str]) -> None:
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            _collect(value, f"{prefix}{name.upper()}__", found)
        elif value is not None and value != field.get_default(call_default_factory=True):
            found[f"{prefix}{name.upper()}"] = _text(value)


def _text(value: Any) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, (bool, list, dict)):
        return json.dumps(value)
    return str(value)
