"""The document that chunk sizes are compared on, and how the answers are found in chunks."""

import json
from pathlib import Path

import pytest
from tests.support.asked import asked

from membus.errors import MalformedError
from membus.evaluation.chunking import (
    FILE,
    SIZES,
    Document,
    read_document,
    settings_of_size,
    size_report,
)
from membus.settings import DocumentSettings, Settings


def test_the_document_that_is_shipped_has_fifty_questions() -> None:
    assert len(read_document(FILE).questions) == 50


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"text": "a", "questions": []}, "questions"),
        ({"text": "a", "questions": [{"question": "b?", "answer": "b"}]}, "'b' does not stand"),
        ({"questions": [{"question": "b?", "answer": "b"}]}, "text"),
        ([], "object"),
    ],
)
def test_what_is_no_document_is_named(value: object, says: str, tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text(json.dumps(value), "utf-8")
    with pytest.raises(MalformedError, match=says):
        read_document(file)


def test_recall_is_that_of_the_chunk_with_the_answer() -> None:
    document = Document.model_validate(
        {
            "text": "The key is round. The bell is blue.",
            "questions": [
                {"question": "Which key?", "answer": "round"},
                {"question": "Which bell?", "answer": "blue"},
            ],
        }
    )
    sixth = asked("1", "2", "3", "4", "5", "The bell is blue.")
    report = size_report(Settings(), document, [asked("The key is round."), sixth])
    assert (report["recall_at_5"], report["recall_at_10"]) == (0.5, 1.0)
    assert (report["chunks"], report["failed"]) == (1, [])


def test_every_size_that_is_compared_is_one_that_the_settings_take() -> None:
    for size in SIZES:
        chars, overlap = settings_of_size(size).values()
        taken = DocumentSettings(chunk_chars=int(chars), overlap_chars=int(overlap))
        assert taken.chunk_chars == size


def test_an_overlap_that_would_never_end_is_no_setting() -> None:
    with pytest.raises(ValueError, match="less than half"):
        DocumentSettings(chunk_chars=100, overlap_chars=50)
