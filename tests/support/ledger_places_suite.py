"""What every MemoryLedger's owner reads of the messages around one: give it `ledger`, empty."""

from tests.support.memories import decision, evidence, memory, store

from membus.contracts import ids
from membus.domain.places import MessagePlace
from membus.ports.ledger import MemoryLedger

SESSION = ids.session_identity("acme", "s1")


def place(seq: int, *, user: str = "ann", session: str = SESSION) -> MessagePlace:
    return MessagePlace(ids.owner_of("acme", user), session, seq)


class PlacesSuite:
    async def test_it_finds_what_was_said_at_each_place(self, ledger: MemoryLedger) -> None:
        await store(
            ledger,
            decision(
                1,
                memory("one", session_seq=1),
                memory("two", session_seq=2, agent_id="bot", visibility="private"),
                memory("was", session_seq=2, status="superseded"),
                memory("three", session_seq=3),
                memory("elsewhere", session_seq=1, session_id="s2"),
                memory("another's", session_seq=1, user="bob"),
            ),
        )
        found = await _said(ledger, place(1), place(2), place(9), place(-1))
        assert {where.seq: set(said) for where, said in found.items()} == {
            1: {"one"},
            2: {"two", "was"},
        }
        assert await _said(ledger, place(1, user="bob")) == {place(1, user="bob"): ["another's"]}
        assert await ledger.said_at([]) == {}

    async def test_what_has_gone_and_what_nobody_said_is_nowhere(
        self, ledger: MemoryLedger
    ) -> None:
        gone = [memory(name, status=name) for name in ("forgotten", "expired", "merged")]
        chunk = memory("chunk", kind="chunk", session="", session_id="")
        await store(ledger, decision(1, *gone, chunk, memory("here")))
        assert await _said(ledger, place(0), place(0, session="")) == {place(0): ["here"]}

    async def test_a_place_is_read_in_the_order_of_its_text(self, ledger: MemoryLedger) -> None:
        parts = [memory(f"part {number}", kind="utterance") for number in range(9)]
        spans = [
            evidence(part, "m", start=10 * number, end=10 * number + 9)
            for number, part in enumerate(parts)
        ]
        await store(ledger, decision(1, *reversed(parts), evidence=spans))
        assert await _said(ledger, place(0)) == {place(0): [part.content for part in parts]}

    async def test_names_as_long_as_they_come(self, ledger: MemoryLedger) -> None:
        names = ["会" * 500, "会" * 501, "a/0", "a"]
        await store(ledger, decision(1, *(memory(name, session_id=name) for name in names)))
        places = [place(0, session=ids.session_identity("acme", name)) for name in names]
        found = await _said(ledger, *places)
        assert [found[where] for where in places] == [[name] for name in names]

    async def test_a_memory_is_read_as_it_stands_now(self, ledger: MemoryLedger) -> None:
        tea = memory("tea")
        await store(ledger, decision(1, tea))
        await store(ledger, decision(2, tea.model_copy(update={"content": "green tea"})))
        assert await _said(ledger, place(0)) == {place(0): ["green tea"]}
        await store(ledger, decision(3, tea.model_copy(update={"status": "forgotten"})))
        assert await ledger.said_at([place(0)]) == {}

    async def test_thousands_of_places_at_once(self, ledger: MemoryLedger) -> None:
        many = [memory(f"m{number}", session_seq=number) for number in range(1500)]
        await store(ledger, decision(1, *many))
        assert len(await ledger.said_at([place(number) for number in range(1500)])) == 1500


async def _said(ledger: MemoryLedger, *places: MessagePlace) -> dict[MessagePlace, list[str]]:
    found = await ledger.said_at(places)
    return {where: [item.content for item in said] for where, said in found.items()}
