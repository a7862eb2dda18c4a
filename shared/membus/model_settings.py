"""The settings of language models, and of who asks one: areas of `settings.Settings`."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator


class Area(BaseModel):
    """Settings that belong together: MEMBUS_<AREA>__<FIELD>."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class LlmSettings(Area):
    """An OpenAI-compatible endpoint for whatever asks a model: extraction and the gates."""

    base_url: str = Field("", description="e.g. http://127.0.0.1:8000/v1")
    api_key: SecretStr = SecretStr("")
    model: str = ""
    temperature: float = Field(0.1, ge=0, le=2)
    max_tokens: int = Field(512, ge=16, description="of one answer")
    timeout_s: float = Field(20.0, gt=0, description="one try")
    attempts: int = Field(3, ge=1, le=10)
    deadline_s: float = Field(60.0, gt=0, le=240, description="all that one turn may take")
    concurrency: int = Field(4, ge=1, le=64, description="calls side by side, one process")
    input_usd_per_million: float = Field(0.0, ge=0, description="price of tokens read")
    output_usd_per_million: float = Field(0.0, ge=0, description="price of tokens written")
    budget_usd_per_day: float | None = Field(None, gt=0, description="one process, UTC days")

    @model_validator(mode="after")
    def _budget_has_prices(self) -> Self:
        unpriced = not (self.input_usd_per_million or self.output_usd_per_million)
        if self.budget_usd_per_day is not None and unpriced:
            raise ValueError("a budget needs INPUT_USD_PER_MILLION or OUTPUT_USD_PER_MILLION")
        return self


class ExtractionSettings(Area):
    """Who reads facts out of turns."""

    extractor: Literal["rules", "llm"] = "rules"
    model: str = Field("", description="in place of MEMBUS_LLM__MODEL")


class RelevanceSettings(Area):
    """Who decides which messages may be worth remembering."""

    gate: Literal["rules", "llm"] = "rules"
