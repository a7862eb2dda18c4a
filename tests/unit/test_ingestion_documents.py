"""Documents through ingestion's stage: what goes to the writer, outcomes, and doing it again."""

from typing import Any

import pytest
from services.ingestion.handlers import OPTIONS
from tests.support.conversations import NOON, Said, record
from tests.support.ingestion import Ingestion

from membus.contracts import ids
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope, body_as, seal
from membus.contracts.events.changes import DocumentChunked
from membus.contracts.events.messages import DocumentPublished, DocumentRemoved, SessionEnded
from membus.contracts.msg import Msg
from membus.kafka.stage import Done, Outgoing, Park, Record
from membus.kafka.topics import DOCUMENTS, services
from membus.settings import DocumentSettings, Settings

TEXT = "# Returns\n\nReturns take 7 days.\n\n# Shipping\n\nWe ship on Mondays.\n"

OWNER = ids.owner_of("default", "ann")


def published(text: str = TEXT, **fields: Any) -> DocumentPublished:
    return DocumentPublished.model_validate(
        {"source_id": "handbook", "title": "Handbook", "text": text, **fields}
    )


def at(offset: int, body: Contract, key: str | None = "handbook", **fields: Any) -> Record:
    """A record of the documents topic."""
    envelope = Envelope.model_validate(
        {
            "event_id": f"d{offset}",
            "type": type(body).__name__,
            "user_id": "ann",
            "occurred_at": NOON,
            "body": seal(body),
            **fields,
        }
    )
    return Record(DOCUMENTS, 0, offset, key, b"", (), NOON, envelope, body)


def said(offset: int) -> Record:
    """A record of the messages topic, in a partition of the same number."""
    text = "I moved to Oslo"
    msg = Msg.model_validate({"id": f"m{offset}", "role": "user", "content": text})
    return record(Said(offset, 0, msg), offset)


def chunked(event: Outgoing) -> DocumentChunked:
    return body_as(event.envelope, DocumentChunked)


async def test_a_document_goes_to_the_writer_in_chunks_for_its_owner() -> None:
    ingestion = Ingestion()
    fields: dict[str, Any] = {
        "space_id": "team",
        "agent_id": "bot",
        "user_zone": "Asia/Shanghai",
        "visibility": "private",
        "correlation_id": "c1",
    }
    (result,) = await ingestion.take(at(7, published(), **fields))
    (event,) = ingestion.published
    assert result == Done("stored", "", (event.envelope.event_id,), (event,))
    assert (event.topic, event.key) == ("membus.changes.v1", "default/s/team")
    assert event.envelope.event_id == ids.event_id("DocumentChunked", "d7")
    assert (event.envelope.causation_id, event.envelope.occurred_at) == ("d7", NOON)
    for name, value in fields.items():
        assert getattr(event.envelope, name) == value
    assert chunked(event) == DocumentChunked(
        source_id="handbook",
        title="Handbook",
        chunks=["# Returns\n\nReturns take 7 days.", "# Shipping\n\nWe ship on Mondays."],
        document_hash=ids.digest(TEXT),
    )


async def test_a_removed_document_has_no_chunks() -> None:
    ingestion = Ingestion()
    (result,) = await ingestion.take(at(0, DocumentRemoved(source_id="handbook")))
    (event,) = ingestion.published
    assert isinstance(result, Done)
    assert (result.outcome, result.produced) == ("stored", (event.envelope.event_id,))
    assert (chunked(event).source_id, chunked(event).chunks) == ("handbook", [])


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
async def test_an_empty_document_is_skipped_and_still_replaces_what_was_there(text: str) -> None:
    ingestion = Ingestion()
    _, result = await ingestion.take(at(0, published()), at(1, published(text)))
    assert isinstance(result, Done)
    assert (result.outcome, result.reason) == ("skipped", "empty")
    assert [len(chunked(event).chunks) for event in ingestion.published] == [2, 0]


async def test_an_event_seen_before_has_its_outcome_again_and_publishes_nothing() -> None:
    ingestion = Ingestion()
    before, copy = await ingestion.take(at(0, published()), at(1, published(), event_id="d0"))
    ingestion.restart()
    again, removed = await ingestion.take(
        at(0, published()), at(2, DocumentRemoved(source_id="handbook"))
    )
    assert isinstance(before, Done)
    assert copy == again == Done(before.outcome, before.reason, before.produced)
    assert isinstance(removed, Done)
    assert len(ingestion.published) == 2


async def test_a_crash_before_the_transaction_publishes_the_same_event_again() -> None:
    ingestion = Ingestion()
    (first,) = await ingestion.stage.handle([at(0, published())])
    ingestion.restart()
    (second,) = await ingestion.take(at(0, published()))
    assert isinstance(first, Done)
    assert first.emit
    assert first == second


async def test_a_document_taken_back_to_an_earlier_text_is_published_a_third_time() -> None:
    ingestion = Ingestion()
    versions = ("One.", "Two.", "One.")
    await ingestion.take(*(at(offset, published(text)) for offset, text in enumerate(versions)))
    told = [chunked(event).chunks for event in ingestion.published]
    assert told == [["One."], ["Two."], ["One."]]
    assert len({event.envelope.event_id for event in ingestion.published}) == 3


@pytest.mark.parametrize("key", ["another", "", None])
async def test_a_key_that_is_not_the_source_id_is_parked(key: str | None) -> None:
    ingestion = Ingestion()
    results = await ingestion.take(
        at(0, published(), key), at(1, DocumentRemoved(source_id="handbook"), key)
    )
    for result in results:
        assert isinstance(result, Park)
        assert (result.error_class, "source_id" in result.reason) == ("KeyMismatchError", True)
    assert ingestion.published == []


async def test_events_on_each_others_topic_are_parked() -> None:
    ingestion = Ingestion()
    astray = said(1)._replace(body=published())
    results = await ingestion.take(at(0, SessionEnded()), astray)
    assert [isinstance(each, Park) and each.error_class for each in results] == [
        "MalformedError",
        "MalformedError",
    ]


async def test_documents_and_messages_of_one_batch_do_not_mix() -> None:
    ingestion = Ingestion()
    results = await ingestion.take(
        said(5), at(0, published()), said(6), at(1, DocumentRemoved(source_id="handbook"))
    )
    kinds = [len(each.emit) for each in results if isinstance(each, Done)]
    assert kinds == [0, 1, 0, 1]
    (state,) = ingestion.turns.states.values()
    assert (state.session_id, state.position) == ("s1", 7)
    whose = {"e5.0": "default/s1", "e6.0": "default/s1", "d0": OWNER, "d1": OWNER}
    assert set(ingestion.turns.recorded) == {
        ids.inbox_key(name, event_id) for event_id, name in whose.items()
    }


async def test_an_event_id_is_an_owners_own() -> None:
    ingestion = Ingestion()
    owners = [{"tenant_id": "one"}, {"tenant_id": "two"}, {"user_id": "bob"}, {"space_id": "team"}]
    for taken in (owners[:2], owners[2:]):
        results = await ingestion.take(
            *[at(offset, published(), event_id="d", **owner) for offset, owner in enumerate(taken)]
        )
        assert [result.outcome for result in results if isinstance(result, Done)] == ["stored"] * 2
    assert len({event.key for event in ingestion.published}) == 4


async def test_a_document_handed_in_alone_leaves_the_messages_before_it_as_they_were() -> None:
    ingestion = Ingestion()
    records = [said(5), at(0, published()), said(6)]
    results = [(await ingestion.stage.handle([each]))[0] for each in records]
    await ingestion.finish(records, results)
    (state,) = ingestion.turns.states.values()
    assert state.position == 7
    assert len(ingestion.turns.recorded) == 3


async def test_nul_is_kept_from_the_stores() -> None:
    ingestion = Ingestion()
    body = published("a\x00b", source_id="h\x00", title="t\x00")
    await ingestion.take(at(0, body, "h\x00"))
    change = chunked(ingestion.published[0])
    assert (change.source_id, change.title, change.chunks) == ("h\ufffd", "t\ufffd", ["a\ufffdb"])
    assert change.document_hash == ids.digest("a\x00b")


def test_ingestion_reads_what_the_registry_says() -> None:
    assert set(OPTIONS.topics) == set(services()["ingestion"])


async def test_chunks_are_as_long_as_the_settings_say() -> None:
    words = "Returns take seven days. " * 20
    size = DocumentSettings(chunk_chars=100, overlap_chars=0)
    ingestion = Ingestion(settings=Settings(documents=size))
    await ingestion.take(at(0, published(words)))
    (event,) = ingestion.published
    assert [len(chunk) for chunk in chunked(event).chunks] == [99] * 5
