"""The model as its users see it: tries, waits, deadline, budget and rest are settled here."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from membus.adapters.openai.endpoint import Completion, Endpoint, Messages
from membus.adapters.openai.failures import NoAnswerError
from membus.adapters.openai.resting import Rest
from membus.adapters.openai.spending import Spending
from membus.contracts.base import JsonObject
from membus.contracts.events.changes import ModelUsage
from membus.model_settings import LlmSettings
from membus.observability import metrics
from membus.ports.models import Clock, TokenCounter

log = structlog.get_logger()

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 8.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote; `cut` where it ran out of tokens."""

    text: str
    cut: bool


class Model:
    """One model of one endpoint. `service` names who asks, for the metrics."""

    def __init__(
        self,
        settings: LlmSettings,
        clock: Clock,
        tokens: TokenCounter,
        *,
        service: str,
        name: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name or settings.model
        self._settings = settings
        self._tokens = tokens
        self.service = service
        self._endpoint = Endpoint(settings, self.name)
        self._spending = Spending(settings, clock)
        self._rest = Rest(now)
        self._free = asyncio.Semaphore(settings.concurrency)

    def deadline(self, seconds: float | None = None) -> float:
        """Return the time of the loop's clock in so many seconds; by default as set for a turn."""
        return asyncio.get_running_loop().time() + (seconds or self._settings.deadline_s)

    async def ask(
        self,
        messages: Messages,
        schema: JsonObject | None = None,
        *,
        until: float,
        attempts: int | None = None,
        used: list[ModelUsage] | None = None,
    ) -> Answer:
        """Return the model's answer, before the deadline `until`; `used` gets each try's usage.

        `schema` is the JSON Schema of the answer asked for. Raises NoAnswerError once the tries
        are used up, or at once where none makes sense: the budget is spent, the endpoint rests or
        asks for a longer wait than there is time.
        """
        if self._spending.is_out:
            raise NoAnswerError("budget spent")
        if self._rest.is_on:
            raise NoAnswerError("resting")
        left = attempts or self._settings.attempts
        wait_s = _FIRST_WAIT_S
        while True:
            left -= 1
            try:
                answer = await self._try(messages, schema, until, [] if used is None else used)
            except NoAnswerError as error:
                rests_s = max(error.retry_after_s, wait_s * random.uniform(0.5, 1))  # noqa: S311 - jitter
                if not left or not error.passing or self.deadline(rests_s) >= until:
                    self._failed(error)
                    raise
                await asyncio.sleep(rests_s)
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)
            else:
                self._rest.answered()
                return answer

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    async def _try(
        self,
        messages: Messages,
        schema: JsonObject | None,
        until: float,
        used: list[ModelUsage],
    ) -> Answer:
        began = time.monotonic()
        try:
            async with asyncio.timeout_at(until), self._free:
                async with asyncio.timeout(self._settings.timeout_s):
                    completion = await self._endpoint.ask(messages, schema)
        except TimeoutError as error:
            self._count("timeout")
            raise NoAnswerError("timeout") from error
        except NoAnswerError as error:
            self._count(error.reason)
            raise
        usage = self._usage(messages, completion)
        used.append(usage)
        log.info(
            "model_called",
            agent_step="call_model",
            model_name=self.name,
            prompt_len=usage.prompt_tokens,
            resp_len=usage.completion_tokens,
            cost_usd=usage.cost_usd,
            latency_ms=round(1000 * (time.monotonic() - began)),
        )
        if not completion.text.strip():
            self._count("empty answer")
            raise NoAnswerError("empty answer")
        self._count("answered")
        return Answer(completion.text, completion.cut)

    def _usage(self, messages: Messages, completion: Completion) -> ModelUsage:
        """Count what a completion used, by our own tokenizer where the endpoint does not say."""
        prompt, written = completion.prompt_tokens, completion.completion_tokens
        if prompt is None or written is None:
            texts = [str(message.get("content", "")) for message in messages]
            *read, written = self._tokens.count([*texts, completion.text])
            prompt = sum(read)
        usage = self._spending.add(self.name, prompt, written)
        metrics.llm_tokens.add(prompt, {"service": self.service, "outcome": "prompt"})
        metrics.llm_tokens.add(written, {"service": self.service, "outcome": "completion"})
        metrics.llm_cost_usd.add(usage.cost_usd, {"service": self.service})
        if self._spending.is_out:
            log.warning("model_budget_spent", model_name=self.name)
        return usage

    def _failed(self, error: NoAnswerError) -> None:
        rests_s = self._rest.failed(error.retry_after_s)
        if rests_s:
            log.warning("model_rests", model_name=self.name, rests_s=rests_s, reason=str(error))

    def _count(self, outcome: str) -> None:
        metrics.llm_calls.add(1, {"service": self.service, "outcome": outcome})
