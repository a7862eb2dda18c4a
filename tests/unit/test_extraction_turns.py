"""What the rules make of whole turns: who counts, what was injected, what a fact carries."""

from datetime import UTC, datetime

import pytest
from tests.support.extraction import (
    SHANGHAI,
    facts,
    message,
    stated,
    turn,
    turn_of,
    utterances,
)

from membus.adapters.rules.extractor import RulesExtractor
from membus.contracts.events.turns import GateLabel
from membus.contracts.msg import Msg

MEMORY_BLOCK = "<memory>\n- 2024-01-01 · User lives in Rome\n</memory>\n"


class TestWhoCounts:
    @pytest.mark.parametrize("role", ["system", "tool"])
    def test_prompts_and_tools_state_nothing(self, role: str) -> None:
        closed = turn((role, "I live in Oslo. User is allergic to nuts."))  # type: ignore[arg-type]
        assert RulesExtractor().read(closed, SHANGHAI) == []

    def test_a_memory_message_states_nothing(self) -> None:
        closed = turn("I live in Oslo", name="memory")
        assert RulesExtractor().read(closed, SHANGHAI) == []

    def test_a_recalled_block_inside_a_message_is_not_learned_again(self) -> None:
        closed = turn(MEMORY_BLOCK + "I work at Acme.")
        assert [fact.predicate for fact in facts(closed)] == ["works_at"]
        assert [said.content for said in utterances(closed)] == ["I work at Acme."]

    def test_a_hint_and_a_thought_are_no_speech(self) -> None:
        msg = Msg.model_validate(
            {
                "id": "m0",
                "role": "user",
                "content": [
                    {"type": "hint", "hint": "User lives in Rome"},
                    {"type": "thinking", "thinking": "I live in Paris"},
                    {"type": "text", "text": "I work at Acme."},
                    {"type": "tool_result", "id": "c", "output": "I live in Bonn"},
                ],
            }
        )
        closed = turn_of([message("", 0).model_copy(update={"msg": msg})])
        assert [(fact.predicate, fact.object) for fact in facts(closed)] == [("works_at", "Acme")]

    def test_what_the_gate_refused_is_left_out(self) -> None:
        refused = message("I live in Oslo").model_copy(
            update={"label": GateLabel(relevant=False, reason="small talk")}
        )
        assert RulesExtractor().read(turn_of([refused]), SHANGHAI) == []

    def test_in_a_chat_of_several_the_speaker_is_the_subject(self) -> None:
        (fact,) = facts(turn("I love hiking", closed_by="message", name="Caroline"))
        assert (fact.subject, fact.speaker) == ("Caroline", "Caroline")
        assert fact.content == "Caroline likes hiking"


class TestTheAssistant:
    def test_its_promises_and_news_of_orders_count(self) -> None:
        found = facts(
            turn(("assistant", "I'll send the cup by Friday. Your order A1001 has been shipped."))
        )
        assert [(fact.subject, fact.predicate) for fact in found] == [
            ("assistant", "commitment"),
            ("order A1001", "order_status"),
        ]

    def test_its_promises_count_in_chinese(self) -> None:
        found = facts(turn(("assistant", "我们会在周五前为您寄出新的杯子。您的订单A1001已发货。")))
        assert [(fact.subject, fact.object) for fact in found] == [
            ("assistant", "寄出新的杯子"),
            ("order A1001", "已发货"),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "Got it, you live in Oslo and like tea.",
            "好的，您住在杭州，喜欢喝茶，我记住了。",
            "I like that idea.",
        ],
    )
    def test_what_it_says_of_the_user_does_not(self, text: str) -> None:
        assert facts(turn(("assistant", text))) == []

    def test_courtesy_is_not_kept(self) -> None:
        for text in ("You're welcome! How can I help you?", "不客气，请问还有其他可以帮您的吗？"):
            assert utterances(turn(("assistant", text))) == []

    def test_advice_is_kept(self) -> None:
        advice = "A mushroom risotto would suit: it takes 40 minutes for six people."
        assert [said.content for said in utterances(turn(("assistant", advice)))] == [advice]


class TestDialogue:
    def test_a_short_answer_is_read_with_its_question(self) -> None:
        asked = [("assistant", "Where do you live?")]
        assert stated("Oslo", before=asked) == {("lives_in", "Oslo", "+")}
        assert stated("A1001", before=[("assistant", "请问您的订单号是多少？")]) == {
            ("order", "A1001", "+")
        }

    @pytest.mark.parametrize("text", ["Why?", "I'd rather not say", "不想说", "yes"])
    def test_a_refusal_is_no_answer(self, text: str) -> None:
        assert stated(text, before=[("assistant", "Where do you live?")]) == set()

    def test_a_correction_mends_the_last_statement(self) -> None:
        assert stated("I work at Acme", "Actually it's Globex, not Acme") == {
            ("works_at", "Acme", "+"),
            ("works_at", "Globex", "+"),
        }
        assert stated("不对，是A1002", before=[("user", "我的订单是A1001")]) == {
            ("order", "A1002", "+"),
            ("order", "A1001", "-"),
        }

    def test_a_correction_of_nothing_states_nothing(self) -> None:
        assert stated("No, it's Globex", before=[("user", "I like tea")]) == set()

    def test_an_interrupted_turn_is_a_turn(self) -> None:
        closed = turn("I live in Oslo", ("assistant", "Oslo is"), closed_by="reply_interrupted")
        assert [fact.object for fact in facts(closed)] == ["Oslo"]


class TestWhatAFactCarries:
    def test_key_facts_start_pinned(self) -> None:
        said = "My name is Anna. I'm allergic to nuts. My account number is 12345678. I like tea."
        pinned = {fact.predicate: fact.pinned for fact in facts(turn(said))}
        assert pinned == {
            "name": True,
            "allergic_to": True,
            "account_number": True,
            "likes": False,
        }

    def test_a_denied_allergy_is_not_pinned(self) -> None:
        (fact,) = facts(turn("I'm not allergic to nuts"))
        assert not fact.pinned

    def test_a_matter_in_progress_is_short_what_holds_is_long(self) -> None:
        types = {
            fact.predicate: fact.type
            for fact in facts(turn("I live in Oslo. My order A1001 is late. I'm vegan."))
        }
        assert types == {
            "lives_in": "long",
            "order": "short",
            "order_status": "short",
            "diet": "long",
        }

    def test_importance_follows_what_the_speaker_says_of_it(self) -> None:
        (normal,) = facts(turn("I like tea"))
        (high,) = facts(turn("It's very important: I like tea"))
        assert (normal.importance, high.importance) == (0.5, 0.8)

    def test_times_are_the_speakers_own(self) -> None:
        """Case 7: half past midnight in Shanghai is still the day before in UTC."""
        closed = turn("I bought a lamp yesterday")
        (here,) = facts(closed, "Asia/Shanghai")
        (there,) = facts(closed, "UTC")
        assert here.valid_from == datetime(2024, 5, 28, 16, tzinfo=UTC)
        assert there.valid_from == datetime(2024, 5, 28, tzinfo=UTC)

    def test_an_unknown_zone_is_utc(self) -> None:
        (fact,) = facts(turn("I bought a lamp yesterday"), "Mars/Olympus")
        assert fact.valid_from == datetime(2024, 5, 28, tzinfo=UTC)

    def test_three_stays_are_three_intervals(self) -> None:
        """Case 13: two stays in one city do not collapse, and neighbours meet."""
        said = (
            "I lived in Oslo from 2010 to 2015. I lived in Rome from 2015 to 2019. "
            "I've lived in Oslo since 2021."
        )
        found = [
            (fact.object, fact.valid_from and fact.valid_from.year, fact.valid_to)
            for fact in facts(turn(said), "UTC")
        ]
        assert found == [
            ("Oslo", 2010, datetime(2015, 1, 1, tzinfo=UTC)),
            ("Rome", 2015, datetime(2019, 1, 1, tzinfo=UTC)),
            ("Oslo", 2021, None),
        ]

    def test_context_is_the_three_messages_before(self) -> None:
        before = [("user", f"word {number}") for number in range(4)]
        (fact,) = facts(turn("I like tea", before=before))  # type: ignore[arg-type]
        assert fact.context == ["word 1", "word 2", "word 3"]


def test_the_same_turn_yields_the_same_facts() -> None:
    closed = turn("I live in Oslo, I like tea. 我对花生过敏，下周三去上海出差。")
    once, again = RulesExtractor(), RulesExtractor()
    assert once.read(closed, SHANGHAI) == again.read(closed, SHANGHAI)


async def test_the_port_reads_the_same() -> None:
    closed = turn("I live in Oslo")
    rules = RulesExtractor()
    assert (await rules.extract(closed, SHANGHAI)).facts == rules.read(closed, SHANGHAI)
