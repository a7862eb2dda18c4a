"""What the model has cost today, and whether that is all it may cost."""

from datetime import date

from membus.contracts.events.changes import ModelUsage
from membus.model_settings import LlmSettings
from membus.ports.models import Clock

_MILLION = 1_000_000


class Spending:
    """Counts the cost of this process by the UTC day; a restart begins anew."""

    def __init__(self, settings: LlmSettings, clock: Clock) -> None:
        self._read_usd = settings.input_usd_per_million / _MILLION
        self._written_usd = settings.output_usd_per_million / _MILLION
        self._budget_usd = settings.budget_usd_per_day
        self._clock = clock
        self._day = date.min
        self._spent_usd = 0.0

    def add(self, model: str, prompt_tokens: int, completion_tokens: int) -> ModelUsage:
        """Count one answer; return its usage with its cost."""
        cost = prompt_tokens * self._read_usd + completion_tokens * self._written_usd
        self._spent_usd = self._spent_today() + cost
        return ModelUsage(
            model=model,
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost_usd=cost,
        )

    @property
    def is_out(self) -> bool:
        """Whether today's budget is spent; calls that are under way may overrun it."""
        return self._budget_usd is not None and self._spent_today() >= self._budget_usd

    def _spent_today(self) -> float:
        today = self._clock.now().date()
        if today != self._day:
            self._day, self._spent_usd = today, 0.0
        return self._spent_usd


def total(usages: list[ModelUsage]) -> ModelUsage | None:
    """Return the sum of one model's usages, None of none."""
    if not usages:
        return None
    return ModelUsage(
        model=usages[0].model,
        prompt_tokens=sum(usage.prompt_tokens for usage in usages),
        completion_tokens=sum(usage.completion_tokens for usage in usages),
        cost_usd=sum(usage.cost_usd for usage in usages),
    )
