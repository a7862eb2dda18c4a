"""What the writer embeds, and what it makes of texts that lie near each other."""

import pytest
from tests.support.changes import fact, fact_set
from tests.support.writing import Writing

PARAPHRASES = (
    "Ann works as an engineer for the company Acme in the city of Bergen",
    "Ann works as an engineer for the company Acme in the city of Bergen.",
)
APART = (
    "The meeting with the whole team of engineers takes place in room 302 at 9",
    "The meeting with the whole team of engineers takes place in room 303 at 9",
)


def worded(text: str, message: str) -> object:
    # Statements that differ, so that only the vectors can bring the two together.
    return fact("ann", f"is {message}", message, message, content=text)


@pytest.mark.parametrize("batches", ["one batch", "two batches", "one change"])
@pytest.mark.parametrize(("texts", "count"), [(PARAPHRASES, 1), (APART, 2)])
async def test_similarity_nominates_and_details_decide(
    batches: str, texts: tuple[str, str], count: int
) -> None:
    writing = await Writing().started()
    facts = [worded(text, f"m{number}") for number, text in enumerate(texts)]
    if batches == "one change":
        await writing.take(writing.record(fact_set(*facts)))
    else:
        records = [writing.record(fact_set(item)) for item in facts]
        if batches == "one batch":
            await writing.take(*records)
        else:
            for record in records:
                await writing.take(record)
    assert [memory.mention_count for memory in await writing.memories()] == [2] * (count == 1) + [
        1
    ] * (2 * (count == 2))


async def test_texts_of_many_owners_are_embedded_in_one_call() -> None:
    writing = await Writing().started()
    records = [
        writing.record(
            fact_set(fact(object=f"thing {number}", message="m1")), user_id=f"user {number}"
        )
        for number in range(40)
    ]
    await writing.take(*records)
    assert writing.embedder.calls == [40, 40]  # contents first, then what is stored
    assert max(writing.embedder.texts.values()) == 1


async def test_what_is_said_again_is_not_embedded_as_a_point_again() -> None:
    writing = await Writing().started()
    await writing.take(writing.record(fact_set(fact(message="m1"))))
    await writing.take(writing.record(fact_set(fact(message="m2"))))
    dense = [text for text in writing.embedder.texts if text.startswith("[")]
    assert len(dense) == 1
