"""Extraction by a model that answers badly or not at all: the turn is read anyway."""

import json

import pytest
from tests.support.extraction import SHANGHAI, turn
from tests.support.llm import BY_RULES, LIVES, OSLO, TURN, an_extractor, fact, read, stated, triples
from tests.support.llm_server import HANG, Reply, fails, says, states
from tests.support.metrics import counted


class TestAnAnswerThatNeedsMending:
    @pytest.mark.parametrize(
        "text",
        [
            "```json\n" + json.dumps({"facts": [OSLO]}) + "\n```",
            "Sure! Here [as asked] it is: " + json.dumps({"facts": [OSLO]}) + " Anything else?",
            json.dumps({"facts": [OSLO]})[:-2] + ",]}",
            json.dumps([OSLO]),
            '<think>maybe {"facts": []}</think>' + json.dumps({"facts": [OSLO]}),
            json.dumps({"facts": [OSLO, {"message": "one"}, "Oslo", None]}),
            json.dumps({"facts": [OSLO | {"polarity": "POSITIVE", "kind": "?", "time": None}]}),
        ],
    )
    async def test_it_is_mended_without_asking_again(self, text: str) -> None:
        async with an_extractor(says(text), fails(500)) as (extractor, server):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert (triples(read_), read_.fallback_reason) == (LIVES, "")
        assert len(server.requests) == 1

    async def test_an_answer_cut_off_is_read_and_the_rules_read_what_it_did_not_reach(self) -> None:
        closed = turn("I live in Oslo.", "I'm allergic to peanuts.")
        text = json.dumps({"facts": [OSLO, fact("allergic", "allergic_to", "peanuts", message=2)]})
        read_ = await read(closed, says(text[:-40], finish="length"))
        assert triples(read_) == LIVES | {("user", "allergic_to", "peanuts", "positive")}
        assert read_.extractor == "llm"

    async def test_half_a_value_is_no_value(self) -> None:
        said = "Send it to 12 Elm Street, Springfield"
        text = json.dumps({"facts": [OSLO, fact(said, "address", "12 Elm Street, Springfield")]})
        half = text[: text.index("12 Elm", text.index("address")) + len("12 Elm")]
        read_ = await read(turn("I live in Oslo. " + said), says(half, finish="length"))
        assert triples(read_) >= LIVES
        assert "12 Elm" not in {each.object for each in stated(read_)}

    async def test_the_model_is_told_its_fault_once(self) -> None:
        async with an_extractor(says("I can't."), states(OSLO)) as (extractor, server):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert (triples(read_), read_.fallback_reason) == (LIVES, "")
        first, second = server.requests
        assert second.body["messages"][: len(first.body["messages"])] == first.body["messages"]
        assert "not as asked" in second.prompt
        assert read_.usage is not None
        assert read_.usage.prompt_tokens == 200


class TestNoAnswer:
    """Whatever the endpoint does, the turn is read: by the rules, and the fact set says why."""

    @pytest.mark.parametrize(
        ("reply", "reason", "asked"),
        [
            (says("I can't say."), "not the asked JSON", 2),
            (says('{"facts": [{"fact": "User lives in Oslo"}]}'), "not the asked JSON", 2),
            (says(" "), "empty answer", 2),
            (Reply(body="<html>"), "unavailable", 2),
            (Reply(body="{}"), "empty answer", 2),
            (fails(500), "unavailable", 2),
            (fails(429), "rate limited", 2),
            (fails(429, retry_after="300"), "rate limited", 1),
            (fails(401), "refused", 1),
        ],
    )
    async def test_the_rules_read_the_turn(self, reply: Reply, reason: str, asked: int) -> None:
        before = counted("membus_llm_fallbacks_total", outcome=reason)
        async with an_extractor(reply, attempts=2) as (extractor, server):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert read_.facts == BY_RULES
        assert (read_.extractor, read_.fallback_reason) == ("rules", reason)
        assert len(server.requests) == asked
        assert counted("membus_llm_fallbacks_total", outcome=reason) == before + 1

    async def test_a_hang_is_waited_for_no_longer_than_the_timeout(self) -> None:
        async with an_extractor(HANG, attempts=2, timeout_s=0.2) as (extractor, server):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert (read_.facts, read_.fallback_reason) == (BY_RULES, "timeout")
        assert len(server.requests) == 2

    async def test_the_deadline_holds_over_all_tries(self) -> None:
        async with an_extractor(HANG, timeout_s=900, deadline_s=0.3) as (extractor, server):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert (read_.facts, read_.fallback_reason) == (BY_RULES, "timeout")
        assert len(server.requests) == 1

    async def test_nobody_listening(self) -> None:
        async with an_extractor(states(), attempts=1, base_url="http://127.0.0.1:9/v1") as (
            extractor,
            _,
        ):
            read_ = await extractor.extract(TURN, SHANGHAI)
        assert (read_.facts, read_.fallback_reason) == (BY_RULES, "unavailable")

    @pytest.mark.parametrize("fault", [fails(500), fails(429, retry_after="0.1"), says("")])
    async def test_one_that_passes_is_waited_out(self, fault: Reply) -> None:
        read_ = await read(TURN, fault, states(OSLO))
        assert (triples(read_), read_.fallback_reason) == (LIVES, "")


class TestFormats:
    async def test_a_format_that_is_refused_is_asked_for_once(self) -> None:
        async with an_extractor(
            lambda request: states(OSLO) if request.format == "text" else fails(400)
        ) as (extractor, server):
            reads = [await extractor.extract(TURN, SHANGHAI) for _ in range(2)]
        assert [triples(each) for each in reads] == [LIVES, LIVES]
        formats = [request.format for request in server.requests]
        assert formats == ["json_schema", "json_object", "text", "text"]

    async def test_one_request_at_fault_does_not_spoil_the_format(self) -> None:
        replies = [fails(400), fails(400), fails(400), states(OSLO)]
        async with an_extractor(*replies) as (extractor, server):
            reads = [await extractor.extract(TURN, SHANGHAI) for _ in range(2)]
        assert [each.fallback_reason for each in reads] == ["refused", ""]
        assert server.requests[-1].format == "json_schema"
