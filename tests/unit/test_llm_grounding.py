"""Whether a model's statement stands in what was said: what is said passes, however it is put."""

from typing import Any

import pytest
from tests.support.llm import fact

from membus.adapters.openai.grounding import fault_of, find_quote, is_said
from membus.adapters.openai.languages import speaks_another_language
from membus.adapters.openai.statements import Statement


def fault(text: str, stated: dict[str, Any], before: str = "", speaker: str = "user") -> str | None:
    return fault_of(Statement.model_validate(stated), text, f"{before}\n{text}", speaker)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I live in Oslo.", fact("I live in Oslo", "lives_in", "Oslo")),
        ("I’m allergic to “peanuts”", fact('allergic to "peanuts"', "allergic_to", "peanuts")),
        ("My budget is 3,000 euros", fact("budget is 3,000 euros", "budget", "3000 euros")),
        (
            "我的电话是１３８００１３８０００",
            fact("电话是１３８００１３８０００", "phone", "13800138000"),
        ),
        ("i work at acme", fact("I work at acme", "works_at", "Acme")),
        ("I'm a senior engineer", fact("senior engineer", "role", "Senior Engineer")),
        ("My daughter Emma is 7", fact("Emma is 7", "age", "7", subject="user's daughter Emma")),
        ("Emma loves chess", fact("Emma loves chess", "likes", "chess", subject="Emma")),
        ("我女儿叫小雨", fact("我女儿叫小雨", "name", "小雨", subject="用户的女儿")),
        ("我不吃香菜", fact("我不吃香菜", "eats", "香菜", content="用户不吃香菜")),
        ("我在Acme上班", fact("我在Acme上班", "works_at", "Acme", content="用户在Acme工作")),
        (
            "I like 麻婆豆腐",
            fact("I like 麻婆豆腐", "likes", "麻婆豆腐", content="User likes 麻婆豆腐"),
        ),
        ("I don't eat pork", fact("I don't eat pork", "eats", "pork", content="User avoids pork")),
        (
            "Vivo en Madrid con mi hermana",
            fact("en Madrid", "lives_in", "Madrid", content="Vive en Madrid con su hermana"),
        ),
        (
            "下周三\n去上海出差",
            fact("下周三 去上海", "travels_to", "上海", content="用户去上海出差"),
        ),
        ("We drove 3 hours", fact("drove 3 hours", "event", "drove 3 hours")),
    ],
)
def test_what_was_said_passes(text: str, stated: dict[str, Any]) -> None:
    assert fault(text, stated) is None


@pytest.mark.parametrize(
    ("text", "stated", "wrong"),
    [
        ("I'm in room 302", fact("room 302", "address", "room 303"), "object"),
        ("I'm in room 3021", fact("room 302", "address", "room 3021"), "quote"),
        ("I like tea", fact("I like tea", "likes", "strong black coffee"), "object"),
        ("我喜欢喝茶", fact("我喜欢喝茶", "likes", "黑咖啡"), "object"),
        ("I like tea", fact("I like tea", "likes", "tea", subject="user-42"), "subject"),
        ("I like tea", fact("I like tea", "likes", "tea", subject="Bob"), "subject"),
        (
            "我喜欢茶",
            fact("我喜欢茶", "likes", "茶", content="L'utilisateur aime le thé"),
            "language",
        ),
        (
            "I like tea",
            fact("I like tea", "likes", "tea", content="L'utilisateur aime le tea"),
            "language",
        ),
        (
            "I like tea",
            fact("I like tea", "likes", "tea", content="Der Benutzer mag tea und ist"),
            "language",
        ),
        (
            "私はお茶が好きです",
            fact("お茶が好き", "likes", "お茶", content="用户喜欢喝茶"),
            "language",
        ),
    ],
)
def test_what_was_not_said_does_not(text: str, stated: dict[str, Any], wrong: str) -> None:
    assert fault(text, stated) == wrong


def test_a_value_may_come_from_what_was_said_before() -> None:
    stated = fact("no, the second one", "order", "A1002")
    assert fault("no, the second one", stated, before="A1001 or A1002?") is None


def test_a_speaker_of_a_group_is_known_by_name() -> None:
    stated = fact("I like tea", "likes", "tea", subject="Zoe")
    assert fault("I like tea", stated, speaker="Zoe") is None


@pytest.mark.parametrize(
    ("quote", "text", "place"),
    [
        ("live in  Oslo", "I live in\nOslo.", (2, 14)),
        ("“Oslo”", 'from "Oslo"', (6, 10)),
        ("a+b (c)", "x a+b (c) y", (2, 9)),
        ("", "anything", None),
        (" … ", "anything … else", None),
    ],
)
def test_a_quote_is_found_where_it_stands(
    quote: str, text: str, place: tuple[int, int] | None
) -> None:
    assert find_quote(quote, text) == place


def test_short_sentences_are_never_taken_for_another_language() -> None:
    assert not speaks_another_language("Likes die cast cars", "I love die-cast cars")
    assert not speaks_another_language("", "我住在杭州")
    assert is_said("", "whatever")
