import pytest
from tests.support.changes import OWNER, Fold, day, fact, fact_set

from membus.contracts import ids
from membus.contracts.events.changes import DocumentChunked, MemoryCommanded, MergeProposed
from membus.contracts.memory import Memory
from membus.errors import MalformedError


def two_teas() -> tuple[Fold, list[Memory]]:
    fold = Fold()
    green = fact(object="green tea", message="m1", entities=["Oolong"], importance=0.8)
    fold.apply(fact_set(green, at=day(0)))
    fold.apply(fact_set(fact(object="tea leaves", message="m2"), at=day(4)))
    return fold, fold.memories()


def merge(
    memories: list[Memory], content: str = "User likes tea", versions: dict[str, int] | None = None
) -> MergeProposed:
    read = {memory.memory_id: memory.version for memory in memories}
    return MergeProposed(
        memory_ids=list(read), versions=read if versions is None else versions, content=content
    )


def test_a_merge_has_all_evidence_and_leaves_its_sources_as_merged() -> None:
    fold, sources = two_teas()
    decision = fold.apply(merge(sources), appended=day(9))
    merged = fold.one("active")
    assert merged.memory_id == ids.merged_memory_id(OWNER, [m.memory_id for m in sources])
    assert (merged.content, merged.mention_count) == ("User likes tea", 2)
    assert (merged.first_mentioned_at, merged.last_mentioned_at) == (day(0), day(4))
    assert (merged.importance, merged.entities) == (0.8, ["Oolong"])
    assert fold.quotes(merged) == ["m1", "m2"]
    assert len(fold.memories("merged")) == 2
    assert {(row.memory_id, row.relation) for row in decision.lineage} == {
        (merged.memory_id, "merged")
    }
    assert sorted(merged.derived_from) == sorted(memory.memory_id for memory in sources)


def test_a_stale_merge_changes_nothing() -> None:
    fold, sources = two_teas()
    fold.apply(fact_set(fact(object="green tea", message="m3"), at=day(5)))
    decision = fold.apply(merge(sources))
    assert (decision.outcome, decision.memories) == ("skipped", [])
    assert decision.reason == "changed since it was read"


def test_a_merge_with_something_that_is_gone_changes_nothing() -> None:
    fold, sources = two_teas()
    fold.apply(MemoryCommanded(command="forget", memory_id=sources[0].memory_id))
    assert fold.apply(merge(fold.memories())).reason == "a memory is not active"
    assert len(fold.memories("active")) == 1


def test_private_and_shared_memories_are_not_merged() -> None:
    fold = Fold()
    fold.apply(fact_set(fact(message="m1")))
    fold.apply(fact_set(fact(message="m2")), visibility="private", agent_id="a1")
    assert fold.apply(merge(fold.memories())).outcome == "skipped"


@pytest.mark.parametrize("content", ["", "  \n"])
def test_a_merge_without_text_is_refused_and_nothing_changes(content: str) -> None:
    fold, sources = two_teas()
    with pytest.raises(MalformedError):
        fold.apply(merge(sources, content))
    assert fold.memories("active") == sources


def test_saying_a_source_again_counts_for_the_merged_memory() -> None:
    fold, sources = two_teas()
    fold.apply(merge(sources))
    decision = fold.apply(fact_set(fact(object="green tea", message="m3"), at=day(7)))
    assert decision.outcome == "merged"
    assert fold.one("active").mention_count == 3


def test_erasing_a_merged_memory_erases_what_it_was_made_of() -> None:
    fold, sources = two_teas()
    fold.apply(merge(sources))
    fold.apply(MemoryCommanded(command="erase", memory_id=sources[0].memory_id))
    assert [memory.content for memory in fold.memories()] == ["", "", ""]


def document(*chunks: str, source: str = "handbook.md") -> DocumentChunked:
    return DocumentChunked(
        source_id=source, title="Handbook", chunks=list(chunks), document_hash="h"
    )


def test_a_documents_chunks_are_memories_and_a_new_version_replaces_what_changed() -> None:
    fold = Fold()
    first = fold.apply(document("Returns take 7 days.", "Call us at 9."))
    assert [fate.fate for fate in first.fates] == ["stored", "stored"]
    kept, gone = fold.memories("active")[1], fold.memories("active")[0]
    second = fold.apply(document("Returns take 7 days.", "Call us at 10."), appended=day(3))
    assert [fate.fate for fate in second.fates] == ["merged", "stored"]
    assert {memory.content for memory in fold.memories("active")} == {
        "Returns take 7 days.",
        "Call us at 10.",
    }
    assert (fold.one("superseded").content, fold.one("superseded").decision) == (
        gone.content,
        "replaced",
    )
    assert kept in fold.memories("active")


def test_a_removed_documents_chunks_close_and_another_source_is_untouched() -> None:
    fold = Fold()
    fold.apply(document("Returns take 7 days."))
    fold.apply(document("Returns take 7 days.", source="HANDBOOK.md"))
    fold.apply(document())
    assert [memory.subject for memory in fold.memories("active")] == ["HANDBOOK.md"]
    fold.apply(document("Returns take 7 days."))
    assert len(fold.memories("active")) == 2
