"""What a model may cost, and when its endpoint is left alone."""

from datetime import timedelta
from typing import Any

import pytest
from tests.support.llm import SetClock, a_model
from tests.support.llm_server import fails, llm_server, says
from tests.support.metrics import counted

from membus.adapters.openai.endpoint import Messages
from membus.adapters.openai.failures import NoAnswerError
from membus.adapters.openai.resting import FAILURES, REST_S, Rest
from membus.adapters.openai.spending import Spending, total
from membus.bootstrap_models import language_model, open_extractor
from membus.contracts.events.changes import ModelUsage
from membus.errors import FatalError
from membus.local.checks import Check, check_machine
from membus.model_settings import LlmSettings
from membus.settings import Settings, settings_of_environment

ASKED: Messages = [{"role": "user", "content": "hello, model"}]
PRICES: dict[str, Any] = {"input_usd_per_million": 1.0, "output_usd_per_million": 4.0}


class TestSpending:
    def test_the_prices_are_of_a_million_tokens(self) -> None:
        usage = Spending(LlmSettings(**PRICES), SetClock()).add("m", 500_000, 250_000)
        assert usage == ModelUsage(
            model="m", prompt_tokens=500_000, completion_tokens=250_000, cost_usd=1.5
        )

    def test_a_budget_lasts_for_one_day(self) -> None:
        clock = SetClock()
        spending = Spending(LlmSettings(**PRICES, budget_usd_per_day=1.0), clock)
        spending.add("m", 900_000, 0)
        assert not spending.is_out
        spending.add("m", 200_000, 0)
        assert spending.is_out
        clock.at += timedelta(days=1)
        assert not spending.is_out

    def test_usages_add_up(self) -> None:
        one = ModelUsage(model="m", prompt_tokens=3, completion_tokens=2, cost_usd=0.5)
        two = ModelUsage(model="m", prompt_tokens=6, completion_tokens=4, cost_usd=1.0)
        assert total([one, one]) == two
        assert total([]) is None


class TestRest:
    def test_it_begins_with_failures_in_a_row_and_ends_by_itself(self) -> None:
        now = [100.0]
        rest = Rest(lambda: now[0])
        for _ in range(FAILURES - 1):
            rest.failed()
        rest.answered()
        for _ in range(FAILURES - 1):
            rest.failed()
        assert not rest.is_on
        assert rest.failed() == REST_S
        assert rest.is_on
        now[0] += REST_S
        assert not rest.is_on
        rest.failed()
        assert rest.is_on

    def test_the_endpoint_may_ask_for_it(self) -> None:
        now = [100.0]
        rest = Rest(lambda: now[0])
        rest.failed(asked_for_s=5)
        assert rest.is_on
        now[0] += 5
        assert not rest.is_on


class TestModel:
    async def test_a_spent_budget_stops_the_calls_before_they_are_made(self) -> None:
        with llm_server(says("ok", prompt=1_000_000)) as server:
            async with a_model(server, **PRICES, budget_usd_per_day=1.0) as model:
                await model.ask(ASKED, until=model.deadline())
                with pytest.raises(NoAnswerError) as spent:
                    await model.ask(ASKED, until=model.deadline())
        assert spent.value.reason == "budget spent"
        assert len(server.requests) == 1

    async def test_an_endpoint_that_is_down_is_left_alone_for_a_while(self) -> None:
        with llm_server(fails(503)) as server:
            async with a_model(server, attempts=1) as model:
                reasons = [await self.reason(model) for _ in range(FAILURES + 2)]
        assert reasons == ["unavailable"] * FAILURES + ["resting"] * 2
        assert len(server.requests) == FAILURES

    async def test_a_long_wait_that_the_endpoint_asks_for_is_granted(self) -> None:
        with llm_server(fails(429, retry_after="300")) as server:
            async with a_model(server) as model:
                assert [await self.reason(model) for _ in range(2)] == ["rate limited", "resting"]
        assert len(server.requests) == 1

    async def test_tokens_calls_and_cost_are_counted_with_failed_tries(self) -> None:
        names = [
            ("membus_llm_calls_total", {"outcome": "answered"}),
            ("membus_llm_calls_total", {"outcome": "unavailable"}),
            ("membus_llm_tokens_total", {"outcome": "prompt"}),
            ("membus_llm_tokens_total", {"outcome": "completion"}),
            ("membus_llm_cost_usd_total", {}),
        ]
        before = [counted(name, **labels) for name, labels in names]
        with llm_server(fails(500), says("ok", prompt=100, completion=25)) as server:
            async with a_model(server, **PRICES) as model:
                await model.ask(ASKED, until=model.deadline())
        grown = [
            counted(name, **labels) - old for (name, labels), old in zip(names, before, strict=True)
        ]
        assert grown == pytest.approx([1, 1, 100, 25, 0.0002])

    async def test_an_endpoint_that_tells_no_usage_is_counted_by_our_tokenizer(self) -> None:
        told = says("ok")
        silent = type(told)(body=told.body.replace('"usage"', '"_usage"'))
        used: list[ModelUsage] = []
        with llm_server(silent) as server:
            async with a_model(server) as model:
                await model.ask(ASKED, until=model.deadline(), used=used)
        (usage,) = used
        assert 1 <= usage.completion_tokens <= 2
        assert 2 <= usage.prompt_tokens <= 6

    async def reason(self, model: Any) -> str:
        with pytest.raises(NoAnswerError) as failed:
            await model.ask(ASKED, until=model.deadline())
        return failed.value.reason


class TestAtStart:
    async def test_a_model_without_an_address_is_said_at_once(self) -> None:
        with pytest.raises(FatalError, match="MEMBUS_LLM__BASE_URL"):
            async with open_extractor(Settings(extraction={"extractor": "llm"})):
                pass

    async def test_a_library_that_lacks_is_named_with_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("membus.bootstrap_models.find_spec", lambda name: None)
        settings = Settings(llm={"base_url": "http://127.0.0.1:9/v1", "model": "m"})
        with pytest.raises(FatalError, match=r"openai.*membus\[llm\]"):
            async with language_model(settings, "extraction"):
                pass

    async def test_extraction_may_have_a_model_of_its_own(self) -> None:
        settings = Settings(
            extraction={"extractor": "llm", "model": "big"},
            llm={"base_url": "http://127.0.0.1:9/v1", "model": "small"},
        )
        async with open_extractor(settings) as extractor:
            assert (extractor.name, extractor.version) == ("llm", "1/big")

    def test_a_budget_without_prices_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MEMBUS_LLM__BUDGET_USD_PER_DAY", "2")
        with pytest.raises(FatalError, match=r"MEMBUS_LLM: .*INPUT_USD_PER_MILLION"):
            settings_of_environment()

    def test_the_key_is_masked(self) -> None:
        settings = Settings(llm={"api_key": "sk-secret"})
        assert "sk-secret" not in f"{settings.model_dump(mode='json')} {settings!r}"


class TestDoctor:
    @pytest.mark.parametrize("area", ["extraction", "relevance", "recall"])
    def test_it_looks_for_the_endpoint_where_one_is_asked_for(self, area: str) -> None:
        chosen: dict[str, Any] = {area: {"extractor" if area == "extraction" else "gate": "llm"}}
        with llm_server(says("")) as server:
            llm = {"base_url": server.url, "model": "m"}
            assert model_check(Settings(**chosen, llm=llm)).ok
        gone = model_check(Settings(**chosen, llm=llm))
        assert (gone.ok, server.url in gone.found) == (False, True)
        for address in ("", "no url", "127.0.0.1:1"):
            assert not model_check(Settings(**chosen, llm={"base_url": address})).ok

    def test_it_does_not_where_the_rules_do_all(self) -> None:
        assert "model" not in {check.name for check in check_machine(Settings())}


def model_check(settings: Settings) -> Check:
    (check,) = [each for each in check_machine(settings) if each.name == "model"]
    return check
