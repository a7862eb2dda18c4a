"""All settings, read once from the environment (MEMBUS_<AREA>__<FIELD>) and frozen.

An address that is not given is taken from the embedded stack's state file, where one runs.
"""

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from membus.errors import FatalError
from membus.folder_lock import lock_holder
from membus.model_settings import Area, ExtractionSettings, LlmSettings, RelevanceSettings

STATE_FILE = "stack.json"


def default_data_dir() -> Path:
    """Return the folder of the embedded stack: XDG_DATA_HOME/membus or ~/.local/share/membus."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "membus"


class KafkaSettings(Area):
    """Where the log is, and how consumers read it."""

    bootstrap_servers: str = ""
    profile: Literal["embedded", "production"] = "embedded"
    client_id: str = "membus"
    max_records: int = Field(500, ge=1, description="records taken in one poll")
    max_in_flight: int = Field(2000, ge=1, description="records in work, one partition")
    session_timeout_ms: int = Field(10_000, ge=1_000)
    max_poll_interval_ms: int = Field(300_000, ge=1_000)
    drain_timeout_s: float = Field(10.0, gt=0, description="on revoke and stop")
    retry_deadline_s: float = Field(30.0, gt=0, description="retries in the lane, one record")


class RedisSettings(Area):
    """Where the session store is."""

    url: SecretStr = SecretStr("")
    timeout_s: float = Field(2.0, gt=0)


class QdrantSettings(Area):
    """Where the vector index is."""

    url: str = ""
    api_key: SecretStr = SecretStr("")
    timeout_s: float = Field(5.0, gt=0)
    collection: str = Field("memories", description="prefix; model and dimension are appended")


class LedgerSettings(Area):
    """Where the ledger is: empty means one SQLite file a service under the data folder."""

    url: SecretStr = SecretStr("")
    busy_timeout_s: float = Field(15.0, gt=0)
    pool_size: int = Field(5, ge=1)


class LocalSettings(Area):
    """The embedded stack: its folder, and ports where they must be fixed (0: any free one)."""

    data_dir: Path = Field(default_factory=default_data_dir)
    jars_dir: Path | None = Field(None, description="cache of Kafka's jars; default data_dir/jars")
    kafka_port: int = Field(0, ge=0, le=65535)
    valkey_port: int = Field(0, ge=0, le=65535)
    qdrant_port: int = Field(0, ge=0, le=65535)
    kafka_heap_mb: int = Field(512, ge=256)
    start_timeout_s: float = Field(60.0, gt=0)


class TurnSettings(Area):
    """When a turn closes by itself."""

    idle_s: float = Field(30.0, gt=0)
    tick_every_s: float = Field(1.0, gt=0, description="how often idle turns are looked for")


class DocumentSettings(Area):
    """Where a document is cut: characters a chunk, and how many it repeats of the one before."""

    chunk_chars: int = Field(500, ge=100)
    overlap_chars: int = Field(50, ge=0)

    @model_validator(mode="after")
    def _gets_on(self) -> Self:
        if self.overlap_chars * 2 >= self.chunk_chars:
            raise ValueError("overlap_chars must be less than half of chunk_chars")
        return self


class WindowSettings(Area):
    """The instant memory of one session."""

    turns: int = Field(20, ge=1)
    tokens: int = Field(4000, ge=1)
    ttl_s: int = Field(86_400, ge=1)


class EmbedderSettings(Area):
    """The model that turns text into vectors; a change of it is a new collection."""

    batch: int = Field(16, ge=1)
    cache: int = Field(20_000, ge=0, description="vectors kept by content hash, 4 KB each")
    query_cache: int = Field(2_000, ge=0, description="vectors of questions, kept by session")


class RecallSettings(Area):
    """Budgets, floors and deadlines of recall."""

    gate: Literal["rules", "llm"] = Field("rules", description="what needs memory at all")
    budget_chars: int = Field(1500, ge=600, description="the context block")
    entry_chars: int = Field(300, ge=150)
    short_entries: int = Field(5, ge=1, description="the block of profile short")
    short_entry_tokens: int = Field(50, ge=50)
    candidates: int = Field(60, ge=2)
    floor_likelihood: float = Field(
        0.30, ge=0, le=1, description="that a memory is about the question; below: abstain"
    )
    deadline_s: float = Field(3.0, gt=0)
    hedge_after_s: float = Field(0.25, gt=0, description="about twice the p95")
    wait_s: float = Field(2.0, gt=0, description="how long a receipt is waited for")


class ConsolidationSettings(Area):
    """The schedule that lets memory age."""

    tick_every_s: float = Field(60.0, gt=0)
    short_ttl_days: float = Field(7.0, gt=0)
    long_idle_days: float = Field(90.0, gt=0)


class CompressionSettings(Area):
    """When a session's context is summarised (AgentScope's ContextConfig)."""

    context_size: int = Field(4000, ge=100, description="tokens")
    trigger_ratio: float = Field(0.8, gt=0, le=0.9)
    reserve_ratio: float = Field(0.1, ge=0, lt=1)
    max_image_num: int = Field(5, ge=0)
    summary_tokens: int = Field(600, ge=50)


class LogSettings(Area):
    """Logging: JSON for machines, console for people."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["json", "console"] = "json"


class Settings(BaseSettings):
    """Every setting of one process, frozen."""

    model_config = SettingsConfigDict(
        env_prefix="MEMBUS_", env_nested_delimiter="__", frozen=True, extra="ignore"
    )

    default_tenant: str = "default"
    generation: str = "live"
    kafka: KafkaSettings = KafkaSettings()
    redis: RedisSettings = RedisSettings()
    qdrant: QdrantSettings = QdrantSettings()
    ledger: LedgerSettings = LedgerSettings()
    local: LocalSettings = LocalSettings()
    turns: TurnSettings = TurnSettings()
    documents: DocumentSettings = DocumentSettings()
    window: WindowSettings = WindowSettings()
    llm: LlmSettings = LlmSettings()
    extraction: ExtractionSettings = ExtractionSettings()
    relevance: RelevanceSettings = RelevanceSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    recall: RecallSettings = RecallSettings()
    consolidation: ConsolidationSettings = ConsolidationSettings()
    compression: CompressionSettings = CompressionSettings()
    log: LogSettings = LogSettings()


def settings_of_environment(**overrides: Any) -> Settings:
    """Read the environment alone. FatalError names each variable that is wrong, and why.

    `overrides` are area dicts, e.g. `kafka={"bootstrap_servers": "127.0.0.1:9092"}`.
    """
    try:
        return Settings(**overrides)
    except ValidationError as error:
        # Without the values: some are secrets.
        faults = [f"{_variable(fault['loc'])}: {fault['msg']}" for fault in error.errors()]
        raise FatalError(f"settings are wrong: {'; '.join(faults)}") from error
    except SettingsError as error:
        raise FatalError(f"settings are wrong: {error}") from error


def read_settings(**overrides: Any) -> Settings:
    """Read the environment; an address it leaves open comes from a running embedded stack.

    Takes and raises what `settings_of_environment` does.
    """
    settings = settings_of_environment(**overrides)
    state = _stack_state(settings.local.data_dir)
    if not state:
        return settings
    update: dict[str, Any] = {}
    found = state.get("addresses", {})
    if not settings.kafka.bootstrap_servers and found.get("kafka"):
        update["kafka"] = settings.kafka.model_copy(update={"bootstrap_servers": found["kafka"]})
    if not settings.redis.url.get_secret_value() and found.get("redis"):
        update["redis"] = settings.redis.model_copy(update={"url": SecretStr(found["redis"])})
    if not settings.qdrant.url and found.get("qdrant"):
        update["qdrant"] = settings.qdrant.model_copy(update={"url": found["qdrant"]})
    return settings.model_copy(update=update)


@lru_cache(maxsize=1)
def settings_of_process() -> Settings:
    """Return the settings of this process, read once."""
    return read_settings()


def _variable(place: tuple[int | str, ...]) -> str:
    return "MEMBUS_" + "__".join(str(part) for part in place).upper()


def _stack_state(data_dir: Path) -> dict[str, Any]:
    try:
        state = json.loads((data_dir / STATE_FILE).read_text("utf-8"))
        # The lock, not the pid: after a crash another process may bear it.
        runs = lock_holder(data_dir) == int(state["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return state if runs else {}
