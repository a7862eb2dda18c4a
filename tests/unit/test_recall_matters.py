"""Which matter is meant by "my order": the latest alone."""

from tests.support.memories import at, memory

from membus.contracts.memory import Memory
from membus.domain.recalling.matters import Matter, latest_matter


def order(content: str, minute: int, *numbers: str, session: str = "") -> Memory:
    """What is said of an order at a minute, which is its place too."""
    return memory(
        content,
        session_id=session or f"s{minute}",
        session_seq=minute,
        since=at(minute),
        entities=list(numbers),
    )


def test_nothing_is_no_matter() -> None:
    assert latest_matter([]) == Matter()


def test_the_latest_order_is_meant_and_the_places_of_earlier_ones_are_told() -> None:
    shipped = order("B2002 is shipped", 9, "B2002", "Acme")
    bought = order("bought B2002", 8, "b2002", "Acme")
    old = order("bought A1001", 2, "A1001", "Acme")
    matter = latest_matter([shipped, bought, old])
    assert matter.memories == (shipped, bought)
    assert matter.earlier == {(old.session, 2)}


def test_without_a_number_the_session_tells_what_belongs_together() -> None:
    returned = order("wants to return the lamp", 9, session="today")
    bought = order("bought a lamp", 8, session="today")
    old = order("bought a chair", 2, session="before")
    matter = latest_matter([returned, bought, old])
    assert matter.memories == (returned, bought)
    assert matter.earlier == {(old.session, 2)}


def test_a_message_that_speaks_of_the_latest_is_no_earlier_one() -> None:
    new = order("has order B2002", 9, "B2002", session="s")
    old = order("has order A1001", 9, "A1001", session="s")
    assert latest_matter([new, old]) == Matter((new,), frozenset())
