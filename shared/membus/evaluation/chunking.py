"""Chunk sizes: the same document cut in several ways, and questions that one place in it answers.

A file is a JSON object: `title`, `text` (Markdown or plain), and `questions`, each with `question`
and `answer`: a piece of the text, as it is written there.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from membus.bootstrap_models import open_token_counter
from membus.client import MemoryClient
from membus.contracts.envelope import explain
from membus.domain.chunking import ChunkSize, chunks
from membus.errors import MalformedError
from membus.evaluation.asking import Asked, K, Question, ask_all
from membus.evaluation.cases import FOLDER
from membus.evaluation.evidence import latency
from membus.evaluation.files import read_text
from membus.evaluation.metrics import mean, recall_at
from membus.evaluation.publishing import TENANT, settle
from membus.settings import Settings

FILE = FOLDER / "chunking.json"
SIZES = (200, 300, 500, 800)
"""Characters of a chunk, of each size that is compared."""

_USER = "reader"
_OVERLAP_SHARE = 10


class Answerable(BaseModel):
    """A question, and the piece of the text that answers it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)


class Document(BaseModel):
    """A document with questions to it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = ""
    text: str = Field(min_length=1)
    questions: list[Answerable] = Field(min_length=1)

    @model_validator(mode="after")
    def _answers_stand_in_the_text(self) -> Self:
        for one in self.questions:
            if one.answer not in self.text:
                raise ValueError(f"the answer {one.answer!r} does not stand in the text")
        return self


def read_document(file: Path) -> Document:
    """Read a document and its questions. Raises MalformedError that says what is wrong."""
    try:
        return Document.model_validate_json(read_text(file))
    except ValidationError as error:
        raise MalformedError(f"{file} is no document with questions: {explain(error)}") from error


def settings_of_size(length: int) -> dict[str, str]:
    """Return the variables that make chunks of a length, a tenth of it repeated."""
    return {
        "MEMBUS_DOCUMENTS__CHUNK_CHARS": str(length),
        "MEMBUS_DOCUMENTS__OVERLAP_CHARS": str(length // _OVERLAP_SHARE),
    }


async def ask_document(settings: Settings, document: Document, concurrency: int) -> list[Asked]:
    """Publish the document and ask its questions. Raises as `settle` and recall."""
    async with MemoryClient(settings, tenant_id=TENANT) as client:
        await client.publish_document(
            document.text, source_id="document", title=document.title, user_id=_USER
        )
    await settle(settings)
    questions = [
        Question(id=str(number), category="document", text=one.question, user_id=_USER)
        for number, one in enumerate(document.questions)
    ]
    return await ask_all(settings, questions, concurrency)


def size_report(settings: Settings, document: Document, asked: Sequence[Asked]) -> dict[str, Any]:
    """Return how often the chunk with the answer came among the first 5 and 10, for one size."""
    size = ChunkSize(settings.documents.chunk_chars, settings.documents.overlap_chars)
    tokens = open_token_counter().count(chunks(document.text, size))
    found = [
        [[one.answer] if one.answer in said else [] for said in each.contents]
        for one, each in zip(document.questions, asked, strict=True)
    ]
    answers = [one.answer for one in document.questions]
    recalls = {
        k: [recall_at(k, ranked, {one}) for ranked, one in zip(found, answers, strict=True)]
        for k in (5, K)
    }
    return {
        "chunks": len(tokens),
        "mean_tokens": round(mean(tokens), 1),
        "recall_at_5": round(mean(recalls[5]), 4),
        "recall_at_10": round(mean(recalls[K]), 4),
        "latency_ms": latency(asked),
        "failed": [
            one.model_dump()
            for one, held in zip(document.questions, recalls[K], strict=True)
            if not held
        ],
    }
