"""What was said, kept word for word, and the spans that every fact quotes."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.support.extraction import SHANGHAI, turn, utterances

from membus.adapters.rules.extractor import RulesExtractor
from membus.contracts.msg import spoken_text


class TestUtterances:
    def test_a_message_is_kept_word_for_word(self) -> None:
        text = "今天和客户聊了很久，{预算}还没定。"
        (said,) = utterances(turn(text))
        assert (said.content, said.predicate, said.type) == (text, "said", "long")

    def test_a_long_message_is_cut_between_sentences(self) -> None:
        text = " ".join(f"The story goes on with sentence number {n}." for n in range(60))
        parts = utterances(turn(text))
        assert len(parts) > 3
        assert all(len(part.content) <= 600 and part.content.endswith(".") for part in parts)
        assert " ".join(part.content for part in parts) == text

    def test_a_wall_of_text_is_cut_and_whole(self) -> None:
        text = "字" * 5000
        parts = utterances(turn(text))
        assert "".join(part.content for part in parts) == text

    def test_nul_becomes_a_replacement_character(self) -> None:
        (said,) = utterances(turn("a\x00b is here"))
        assert said.content == "a\ufffdb is here"

    @pytest.mark.parametrize("text", ["", "   ", "🙂🙂", "?!", "\n\n"])
    def test_nothing_said_is_nothing_kept(self, text: str) -> None:
        assert RulesExtractor().read(turn(text), SHANGHAI) == []


PIECES = (
    "I we my don't live in Oslo and work at Acme like love tea , . ? ! ; “ ” ' \" ( ) < > \n "
    "daughter Emma 's allergic to June 3 30 at 9 pm since 2015 until by tomorrow next Friday "
    "order A1001 我 住在 北京 不 吃 香菜 对 花生 过敏 ， 。 ？ 订单 明天 下周三 2月30日 女儿 叫 "
    "小雨 会 在 之前 寄出 说 🙂 \x00 \u202e مرحبا {x} </memory> ```"
)
WORDS = st.sampled_from(PIECES.split(" "))


@given(words=st.lists(WORDS, max_size=40), glue=st.sampled_from(["", " "]))
@example(words=["“", "我", "住在", "北京"], glue="")
@settings(deadline=None, max_examples=150)
def test_every_fact_quotes_its_span(words: list[str], glue: str) -> None:
    closed = turn(glue.join(words), ("assistant", glue.join(words)))
    for fact in RulesExtractor().read(closed, SHANGHAI):
        source = closed.messages[int(fact.message_id.removeprefix("m"))].msg
        assert spoken_text(source)[fact.start : fact.end] == fact.quote
        assert fact.quote
        assert fact.content
