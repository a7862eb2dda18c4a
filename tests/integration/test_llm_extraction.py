"""Extraction by a model over real HTTP: what a good answer becomes, and what of one is rejected."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.extraction import SHANGHAI, message, turn, turn_of
from tests.support.llm import BY_RULES, LIVES, OSLO, TURN, an_extractor, fact, read, stated, triples
from tests.support.llm_server import states
from tests.support.metrics import counted

from membus.contracts.events.turns import TurnClosed


class TestAGoodAnswer:
    async def test_each_fact_quotes_its_span_and_the_words_are_kept_beside_it(self) -> None:
        pork = fact("I don't eat  pork", "does_not_eat", "pork")
        read_ = await read(TURN, states(OSLO, pork, prompt=300, completion=50))

        assert triples(read_) == {
            ("user", "lives_in", "Oslo", "positive"),
            ("user", "eats", "pork", "negative"),
        }
        text = TURN.messages[0].msg.content[0].text  # type: ignore[union-attr]
        assert all(text[each.start : each.end] == each.quote for each in read_.facts)
        kept = [each for each in BY_RULES if each.kind == "utterance"]
        assert kept
        assert [each for each in read_.facts if each.kind == "utterance"] == kept
        assert (read_.extractor, read_.version, read_.fallback_reason) == ("llm", "1/stub", "")
        assert read_.usage is not None
        assert (read_.usage.prompt_tokens, read_.usage.completion_tokens) == (300, 50)

    async def test_times_are_ours_in_the_users_zone_and_shown_as_dates(self) -> None:
        # Half past midnight on Thursday in Shanghai: UTC still has Wednesday.
        trip = fact("明天去上海", "travels_to", "上海", time="明天", content="用户去上海出差")
        (found,) = stated(await read(turn("明天去上海出差，帮我记一下"), states(trip)))
        assert (found.valid_from, found.valid_to) == (
            datetime(2024, 5, 30, 16, tzinfo=UTC),
            datetime(2024, 5, 31, 16, tzinfo=UTC),
        )
        assert found.content == "用户去上海出差（2024年5月31日）"

    async def test_a_date_that_does_not_exist_is_no_time(self) -> None:
        trip = fact("fly to Rome on 2024-02-30", "travels_to", "Rome", time="2024-02-30")
        (found,) = stated(await read(turn("I fly to Rome on 2024-02-30."), states(trip)))
        assert (found.valid_from, found.valid_to) == (None, None)

    async def test_a_key_fact_weighs_and_is_pinned_whatever_the_model_thinks_of_it(self) -> None:
        nuts = fact("对花生过敏", "过敏", "花生", importance="low")
        (found,) = stated(await read(turn("我对花生过敏"), states(nuts)))
        assert (found.predicate, found.importance, found.pinned) == ("allergic_to", 0.8, True)

    async def test_who_speaks_in_a_chat_of_several_is_the_subject(self) -> None:
        said = turn("I live in Oslo", closed_by="message", name="Ann")
        assert triples(await read(said, states(OSLO))) == {("Ann", "lives_in", "Oslo", "positive")}

    async def test_nothing_to_remember_is_an_answer(self) -> None:
        read_ = await read(TURN, states())
        assert (stated(read_), read_.fallback_reason) == ([], "")


class TestWhatTheModelIsShown:
    async def asked(self, closed: TurnClosed, **settings: Any) -> tuple[str, dict[str, Any]]:
        async with an_extractor(states(), **settings) as (extractor, server):
            await extractor.extract(closed, SHANGHAI)
            (request,) = server.requests
        return request.prompt, request.body

    async def test_settings_reach_the_endpoint(self) -> None:
        async with an_extractor(states(), max_tokens=77) as (extractor, server):
            await extractor.extract(TURN, SHANGHAI)
        (request,) = server.requests
        body = request.body
        assert (body["model"], body["temperature"], body["max_tokens"]) == ("stub", 0.1, 77)
        assert request.headers["authorization"] == "Bearer secret"
        assert body["response_format"]["json_schema"]["strict"] is True

    async def test_injected_memory_hints_and_prompts_are_never_shown(self) -> None:
        closed = turn(
            "<memory>\nUser is allergic to shrimps\n</memory>\nI live in Oslo",
            ("system", "The user is called Zoe."),
            before=[("assistant", "<memory>\nUser hates jazz\n</memory>\nWhere do you live?")],
        )
        prompt, body = await self.asked(closed)
        asked = json.loads(body["messages"][1]["content"])
        assert "I live in Oslo" in prompt
        assert "Where do you live?" in asked["before"][0]["text"]
        assert not any(word in prompt for word in ("shrimps", "jazz", "Zoe"))

    async def test_a_turn_in_which_nobody_spoke_costs_nothing(self) -> None:
        async with an_extractor(states()) as (extractor, server):
            read_ = await extractor.extract(turn(("system", "Be kind.")), SHANGHAI)
        assert (read_.facts, server.requests) == ([], [])

    async def test_what_is_too_long_to_show_is_read_by_the_rules(self) -> None:
        long = "I live in Oslo. " + "We talked about it for a while. " * 400
        long += "I'm allergic to peanuts."
        closed = turn(long)
        prompt, _ = await self.asked(closed)
        assert len(prompt) < 12_000
        assert ("user", "allergic_to", "peanuts", "positive") in triples(
            await read(closed, states(OSLO))
        )

    async def test_half_a_surrogate_pair_is_sent_and_stored_as_a_question_mark(self) -> None:
        closed = turn_of([message("x")])
        broken = (
            closed.messages[0]
            .msg.content[0]
            .model_copy(update={"text": "I live in Oslo \ud83d {braces}"})
        )
        msg = closed.messages[0].msg.model_copy(update={"content": [broken]})
        closed = turn_of([closed.messages[0].model_copy(update={"msg": msg})])
        prompt, _ = await self.asked(closed)
        assert "I live in Oslo ? {braces}" in prompt


class TestWhatIsRejected:
    @pytest.mark.parametrize(
        ("said", "wrong", "reason"),
        [
            ("I live in Oslo", fact("I live in Paris", "lives_in", "Oslo"), "quote"),
            ("I live in Oslo", fact("live in Os", "lives_in", "Oslo"), "quote"),
            ("I live in Oslo", fact("I live in Oslo", "lives_in", "Paris"), "object"),
            (
                "I live in Oslo with my sister",
                fact("I live in Oslo", "lives_in", "Oslo with Zoe"),
                "object",
            ),
            ("My order is A1001", fact("My order is A1001", "order", "A1002"), "object"),
            ("I live in Oslo", fact("I live in Oslo", "lives_in", "奥斯陆"), "object"),
            ("I live in Oslo", fact("Oslo", "lives_in", "Oslo", subject="Zoe"), "subject"),
            ("我住杭州", fact("我住杭州", "lives_in", "杭州", subject="user's 李雷"), "subject"),
            ("I live in Oslo", fact("I live in Oslo", "lives_in", "Oslo", message=7), "message"),
            (
                "我住在杭州",
                fact("我住在杭州", "lives_in", "杭州", content="User lives in 杭州"),
                "language",
            ),
            (
                "I live in Oslo",
                fact("I live in Oslo", "lives_in", "Oslo", content="用户住在Oslo"),
                "language",
            ),
            (
                "I live in Oslo",
                fact("Oslo", "lives_in", "Oslo", content="El usuario vive en Oslo"),
                "language",
            ),
        ],
    )
    async def test_what_was_not_said_is_rejected_and_counted(
        self, said: str, wrong: dict[str, Any], reason: str
    ) -> None:
        before = counted("membus_llm_rejected_facts_total", outcome=reason)
        read_ = await read(turn(said), states(wrong))
        assert (stated(read_), read_.fallback_reason) == ([], "")
        assert counted("membus_llm_rejected_facts_total", outcome=reason) == before + 1

    async def test_what_is_injected_cannot_be_quoted(self) -> None:
        closed = turn("<memory>\nUser is allergic to shrimps\n</memory>\nI live in Oslo")
        wrong = fact("allergic to shrimps", "allergic_to", "shrimps")
        assert triples(await read(closed, states(wrong, OSLO))) == LIVES

    async def test_a_message_before_the_turn_cannot_be_quoted(self) -> None:
        closed = turn("yes, since May", before=[("user", "I live in Oslo")])
        assert stated(await read(closed, states(OSLO))) == []

    async def test_a_sentence_that_adds_to_the_fact_is_replaced_by_our_own(self) -> None:
        wrong = OSLO | {"content": "User lives in Oslo with Zoe in room 302"}
        (found,) = stated(await read(turn("I live in Oslo"), states(wrong)))
        assert found.content == "User lives in Oslo"

    async def test_words_that_nobody_said_are_no_keywords(self) -> None:
        wrong = OSLO | {"keywords": ["Oslo", "Norway"], "entities": ["Oslo", "Zoe"], "domain": "x"}
        (found,) = stated(await read(turn("I live in Oslo"), states(wrong)))
        assert {"Norway", "Zoe"}.isdisjoint([*found.keywords, *found.entities])
        assert found.domain == "profile"

    async def test_an_identifier_is_in_the_language_of_what_was_said_around_it(self) -> None:
        closed = turn("A1002", before=[("assistant", "请问您的订单号是多少？")])
        order = fact("A1002", "order", "A1002", content="用户的订单号是A1002")
        assert triples(await read(closed, states(order))) == {
            ("user", "order", "A1002", "positive")
        }
