"""How a document is cut: nothing lost, nothing too long, no heading in the middle, words whole."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from membus.domain.chunking import ChunkSize, chunks, spans

ENGLISH = "Taxi receipts above 40.50 EUR need the manager's approval, and a photo of each. "
CHINESE = "签收后七天内可以无理由退货，生鲜与定制商品除外。"
LINES = (
    "# Returns\n",
    "   ###### Deep\n",
    "#no heading\n",
    "Title\n===\n",
    "- a list\n---\n",
    "```\n# code\n```\n",
    "~~~~\n",
    "\n",
    "\r\n",
    " " * 70,
    "x" * 120,
    "退货" * 60,
    "\U0001f980\u200d",
    "\x00",
    ENGLISH,
    ENGLISH * 9,
    CHINESE,
    CHINESE * 30,
)
TEXTS = st.lists(st.sampled_from(LINES) | st.text(max_size=40), max_size=25).map("".join)
SIZES = st.sampled_from([ChunkSize(), ChunkSize(100, 0), ChunkSize(200, 20), ChunkSize(101, 50)])
PLAIN = st.text(alphabet="ab 。，.\n退货", max_size=1200)


@given(TEXTS, SIZES)
def test_every_character_is_in_a_chunk_and_no_chunk_is_too_long(text: str, size: ChunkSize) -> None:
    found = list(spans(text, size))
    covered = {at for start, end in found for at in range(start, end)}
    assert covered == set(range(len(text)))
    assert all(0 < end - start <= size.length for start, end in found)
    assert all(piece and piece == piece.strip() for piece in chunks(text, size))
    assert all(len(piece) <= size.length for piece in chunks(text, size))


@given(TEXTS, SIZES)
def test_chunks_go_on_and_overlap_by_no_more_than_they_may(text: str, size: ChunkSize) -> None:
    for (first, cut), (second, end) in pairwise(spans(text, size)):
        assert first < second <= cut <= second + size.overlap
        assert cut < end


@given(st.lists(st.tuples(st.sampled_from(["# A", "## B b", "###"]), PLAIN), max_size=6))
def test_a_heading_starts_a_chunk_and_nothing_overlaps_it(parts: list[tuple[str, str]]) -> None:
    text = ""
    headings = []
    for heading, body in parts:
        headings.append(len(text))
        text += f"{heading}\n{body}\n"
    found = list(spans(text))
    assert set(headings) <= {start for start, _ in found}
    assert not [at for at in headings for start, end in found if start < at < end]


@pytest.mark.parametrize("ending", ["", "\n", "\n\n## Shipping\n\nWe ship on Mondays.\n"])
def test_what_follows_a_section_does_not_change_its_chunks(ending: str) -> None:
    section = "# Returns\n\nReturns take 7 days."
    assert chunks(section + ending)[0] == section


def test_a_short_document_is_one_chunk_a_section() -> None:
    text = "Intro.\n\n# Returns\n\n7 days.\n\nShipping\n--------\n\nMondays.\n\n## Costs\nNone."
    assert chunks(text) == [
        "Intro.",
        "# Returns\n\n7 days.",
        "Shipping\n--------\n\nMondays.",
        "## Costs\nNone.",
    ]


def test_what_only_looks_like_a_heading_parts_nothing() -> None:
    text = "Run:\n\n```sh\n# a comment\nmake\n```\n\n#hashtag\n\n- item\n---\n    # code"
    assert chunks(text) == [text]


def test_english_is_cut_after_a_sentence_and_goes_on_at_a_word() -> None:
    found = chunks(ENGLISH * 20)
    assert len(found) > 1
    assert all(piece.endswith("of each.") for piece in found)
    words = set(ENGLISH.split())
    assert all(set(piece.split()) <= words for piece in found)


def test_chinese_is_cut_after_a_sentence_and_goes_on_at_a_word() -> None:
    found = chunks(CHINESE * 60)
    assert len(found) > 1
    assert all(piece.endswith("除外。") for piece in found)
    assert all(
        piece.startswith(("签收", "七天", "可以", "无理由", "退货", "生鲜", "定制", "后", "与"))
        for piece in found
    )


def test_without_sentences_words_stay_whole() -> None:
    names = [f"name{number}" for number in range(400)]
    found = chunks(" ".join(names))
    assert {word for piece in found for word in piece.split()} == set(names)
    assert all(piece.endswith(("商品", "除外")) for piece in chunks("商品除外" * 300))


def test_a_quote_stays_with_its_sentence() -> None:
    assert chunks("字" * 498 + "。”" + "字" * 100)[0].endswith("。”")
    assert chunks("字" * 499 + "。”" + "字" * 100)[0].endswith("字")


def test_a_number_and_an_address_stay_whole() -> None:
    parts = ["3.50", "https://example.com/a?b=1&c=2", "A1001-2"] * 60
    found = chunks(" ".join(parts))
    assert {part for piece in found for part in piece.split()} == set(parts)


def test_nothing_gives_no_chunks() -> None:
    assert chunks("") == []
    assert chunks(" \n\r\n\t" * 300) == []
