"""The tables that extraction and the writer share: predicates, types, entities, identifiers."""

from collections import Counter

import pytest

from membus.adapters.rules.chinese.wording import sentence as chinese_sentence
from membus.adapters.rules.english.wording import sentence as english_sentence
from membus.domain.entities import entities_in
from membus.domain.identifiers import identifiers_in
from membus.domain.languages import language_of
from membus.domain.memory_types import importance, memory_type, pinned
from membus.domain.predicates import PREDICATES, predicate


class TestPredicates:
    def test_a_synonym_means_one_predicate(self) -> None:
        names = Counter(name for row in PREDICATES.values() for name in row.synonyms)
        names.update(PREDICATES.keys())
        assert [name for name, count in names.items() if count > 1] == []

    @pytest.mark.parametrize("name", ["lives_in", "works_at", "phone", "order_status", "manager"])
    def test_what_has_one_value_at_a_time(self, name: str) -> None:
        assert PREDICATES[name].single_valued

    @pytest.mark.parametrize("name", ["locker_code", "anniversary", "favorite_breakfast"])
    def test_what_the_table_does_not_know_is_told_by_its_name(self, name: str) -> None:
        assert predicate(name).single_valued

    @pytest.mark.parametrize(
        "name", ["likes", "allergic_to", "daughter", "order", "booking_number", "no_such"]
    )
    def test_what_has_many(self, name: str) -> None:
        assert not predicate(name).single_valued

    @pytest.mark.parametrize("name", sorted(PREDICATES))
    def test_every_predicate_has_a_sentence_in_both_languages(self, name: str) -> None:
        for say in (english_sentence, chinese_sentence):
            holds, fails = say("user", name, "X1", "positive"), say("user", name, "X1", "negative")
            assert holds != fails
            assert "_" not in holds + fails


class TestTypes:
    def test_a_matter_in_progress_is_short(self) -> None:
        assert memory_type("fact", "order", "my order A1001") == "short"
        assert memory_type("fact", "likes", "the draft of my application is pending") == "short"
        assert memory_type("fact", "likes", "我的申请正在办理", "zh") == "short"

    def test_what_holds_of_a_person_is_long_and_so_are_words_and_chunks(self) -> None:
        assert memory_type("fact", "lives_in", "I live in Oslo") == "long"
        assert memory_type("utterance", "said", "my draft is pending") == "long"
        assert memory_type("chunk", "order", "a draft") == "long"

    @pytest.mark.parametrize(
        ("text", "language", "weight"),
        [
            ("I like tea", "en", 0.5),
            ("I really must never have tea, it is urgent", "en", 0.8),
            ("no big deal, I like tea", "en", 0.3),
            ("千万记住我喜欢茶", "zh", 0.8),
            ("我喜欢茶，无所谓", "zh", 0.3),
        ],
    )
    def test_words_weigh(self, text: str, language: str, weight: float) -> None:
        assert importance("likes", text, language) == weight

    def test_a_key_fact_stays_high_however_it_is_put(self) -> None:
        assert importance("allergic_to", "by the way, I'm allergic") == 0.8

    def test_key_facts_are_pinned(self) -> None:
        assert pinned("name", "user", "positive")
        assert pinned("allergic_to", "Emma", "positive")
        assert not pinned("phone", "Emma", "positive")
        assert not pinned("allergic_to", "user", "negative")
        assert not pinned("likes", "user", "positive")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("my order A1001", [("code", "A1001")]),
        ("contract 2024-118", [("code", "2024-118")]),
        ("运单号SF1234567890", [("code", "SF1234567890")]),
        ("call +47 22 33 44 55 now", [("phone", "+47 22 33 44 55")]),
        ("电话13800138000", [("phone", "13800138000")]),
        ("mail li.wei@example.com.", [("email", "li.wei@example.com")]),
        ("see https://example.com/a?b=1，谢谢", [("url", "https://example.com/a?b=1")]),
        ("it was $1,299.00", [("amount", "$1,299.00")]),
        ("退款299元", [("amount", "299元")]),
        ("on 2024-05-03, 2010-2015", []),
        ("3 kids", []),
    ],
)
def test_identifiers(text: str, found: list[tuple[str, str]]) -> None:
    assert [(each.kind, each.value) for each in identifiers_in(text)] == found
    assert all(text[each.start : each.end] == each.value for each in identifiers_in(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I live in Oslo and work at Acme Corp", ["Oslo", "Acme Corp"]),
        ("Anna moved to New York in March", ["Anna", "New York"]),
        ("Thanks! Please send order A1001 to Bank of America", ["A1001", "Bank of America"]),
        ("Where is it?", []),
        ("我女儿叫小雨，在阿里巴巴工作", ["小雨", "阿里巴巴"]),
        ("王总下周去上海", ["王总", "上海"]),
        ("我在Acme工作，谢谢您", ["Acme"]),
        ("", []),
    ],
)
def test_entities(text: str, found: list[str]) -> None:
    assert entities_in(text) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I live in Oslo", "en"),
        ("我在Acme工作", "zh"),
        ("I like 麻婆豆腐 a lot when I am there", "en"),
        ("東京に住んでいます", "ja"),
        ("서울에 살아요", "ko"),
        ("Я живу в Осло", "ru"),
        ("🙂 123", "en"),
        ("", "en"),
    ],
)
def test_languages(text: str, code: str) -> None:
    assert language_of(text) == code
