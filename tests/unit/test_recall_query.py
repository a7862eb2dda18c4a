import pytest

from membus.domain.recalling import query


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        ("Where is order A1001?", ("a1001",)),
        ("上次那个编号为 A1001 的订单", ("a1001",)),
        ("上次那个编号为A1001的订单", ("a1001",)),
        ("contract 2024-118 and room 302", ("2024-118", "302")),
        ("Tell me about A1001.", ("a1001",)),
        ("v1.2.3, and docs/a-7/", ("v1.2.3", "docs/a-7")),
        ("it was -5 there", ()),
        ("what do I like?", ()),
        ("a." * 10_000, ()),
    ],
)
def test_identifiers_are_what_holds_a_digit(text: str, identifiers: tuple[str, ...]) -> None:
    assert query.analyse(text).identifiers == identifiers


def test_names_are_found_but_not_the_first_question_word() -> None:
    question = query.analyse("When did Caroline meet Li Wei in Oslo?")
    assert {"caroline", "li wei", "oslo"} <= set(question.names)
    assert "when" not in question.names


def test_a_complex_question_gets_more_memories() -> None:
    simple = query.top_k(query.analyse("Where do I live?"))
    complex_ = query.top_k(
        query.analyse(
            "Where do I live and who is my manager, and when does Caroline fly to Oslo with Emma?"
        )
    )
    assert simple == query.SIMPLE_K
    assert simple < complex_ <= query.COMPLEX_K


@pytest.mark.parametrize(
    ("text", "now"),
    [("where do I work now?", True), ("我现在住哪", True), ("where did I live", False)],
)
def test_a_question_for_the_present_is_told_apart(text: str, now: bool) -> None:
    assert query.analyse(text).now is now
