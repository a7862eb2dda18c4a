"""What every MemoryLedger must write: inherit the class and give it `ledger`, empty."""

from tests.support.memories import at, decision, evidence, memory, scope_of, store

from membus.contracts import ids
from membus.contracts.events.memories import HitRow
from membus.contracts.memory import Lineage
from membus.domain.canonical import canonical_statement
from membus.ports.ledger import Mark, MemoryLedger, Position

ANN = scope_of("ann")
OWNER = ANN.owners[0]


class WritingSuite:
    async def test_applying_twice_changes_nothing(self, ledger: MemoryLedger) -> None:
        tea = memory("tea", entities=["tea"])
        first = decision(
            3,
            tea,
            evidence=[evidence(tea, "m1")],
            lineage=[Lineage(memory_id=tea.memory_id, source_id="s", relation="caused")],
        )
        await store(ledger, first, first, turn=("turn", 1))
        before = await _everything(ledger, tea.memory_id)
        await store(ledger, first, turn=("turn", 1))
        # The same change told otherwise: what was decided once is never decided again.
        other = decision(3, tea.model_copy(update={"content": "coffee"}), change=first.change_id)
        await store(ledger, other)
        assert await _everything(ledger, tea.memory_id) == before

    async def test_a_late_lower_version_changes_nothing(self, ledger: MemoryLedger) -> None:
        tea = memory("tea", entities=["tea"])
        gone = tea.model_copy(update={"status": "forgotten"})
        await store(ledger, decision(5, gone))
        await store(ledger, decision(4, tea))
        assert (await ledger.get(ANN, [tea.memory_id]))[tea.memory_id].status == "forgotten"
        assert [item.version for item in await ledger.versions(ANN, tea.memory_id)] == [5]

    async def test_a_new_version_is_found_by_its_new_words_alone(
        self, ledger: MemoryLedger
    ) -> None:
        old = memory("old", entities=["A1001"], keywords=["kept"], object="Acme")
        new = old.model_copy(update={"entities": ["A1002"], "object": "Globex"})
        await store(ledger, decision(1, old), decision(2, new))
        assert await ledger.exact(ANN, ["a1001"]) == []
        assert len(await ledger.exact(ANN, ["a1002", "kept"])) == 1
        assert await ledger.related(ANN, ["acme"]) == []
        assert len(await ledger.related(ANN, ["globex"])) == 1

    async def test_hits_count_without_a_version(self, ledger: MemoryLedger) -> None:
        tea = memory("tea")
        await store(ledger, decision(1, tea))
        hit = HitRow(memory_id=tea.memory_id, hit_count=2, last_hit_at=at(7))
        stranger = HitRow(memory_id="no such id", hit_count=1, last_hit_at=at(7))
        await store(ledger, decision(2, hits=[hit, stranger]))
        found = (await ledger.get(ANN, [tea.memory_id]))[tea.memory_id]
        assert (found.hit_count, found.last_hit_at, found.version) == (2, at(7), 1)
        counted = tea.model_copy(update={"hit_count": 2, "last_hit_at": at(7), "pinned": True})
        await store(ledger, decision(3, counted))
        found = (await ledger.page(ANN))[0]
        assert (found.hit_count, found.pinned, found.version) == (2, True, 3)
        assert [item.version for item in await ledger.versions(ANN, tea.memory_id)] == [1, 3]

    async def test_evidence_is_one_row_a_span(self, ledger: MemoryLedger) -> None:
        tea = memory("tea")
        early, late = evidence(tea, "m1", at=at(1)), evidence(tea, "m2", at=at(2))
        other_span = evidence(tea, "m1", start=9, end=12, at=at(1))
        await store(ledger, decision(1, tea, evidence=[late, early, other_span]))
        again = early.model_copy(update={"revision": 2, "quote": "again"})
        await store(ledger, decision(2, evidence=[again]))
        assert (await ledger.evidence(ANN, [tea.memory_id])) == {
            tea.memory_id: [again, other_span, late]
        }
        await store(ledger, decision(3, withdrawn=[other_span, again], evidence=[again]))
        async with ledger.transaction({}) as transaction:
            assert await transaction.evidence_of([tea.memory_id]) == {tea.memory_id: [again, late]}
            assert await transaction.evidence_of_turn(OWNER, "turn") == [again, late]
            assert await transaction.evidence_of_turn("acme/u/bob", "turn") == []
        moved = again.model_copy(update={"turn_id": "another turn", "revision": 1})
        await store(ledger, decision(4, withdrawn=[again], evidence=[moved]))
        assert await ledger.evidence(ANN, [tea.memory_id]) == {tea.memory_id: [moved, late]}

    async def test_the_inbox_remembers_each_decision(self, ledger: MemoryLedger) -> None:
        told = decision(1, memory("tea"), reason="stored", session="acme/s1", settled_to=4)
        await store(ledger, told, decision(2))
        async with ledger.transaction({}) as transaction:
            keys = [ids.inbox_key(OWNER, name) for name in (told.change_id, "change 2", "other")]
            found = await transaction.decided(keys)
        assert found == {keys[0]: told, keys[1]: decision(2)}

    async def test_a_change_id_is_an_owners_own(self, ledger: MemoryLedger) -> None:
        users = ["ann", "bob", "会" * 300]
        await store(
            ledger, *(decision(1, memory("tea", user=user), change="same") for user in users)
        )
        for user in users:
            (found,) = await ledger.page(scope_of(user))
            assert found.user_id == user
        keys = [ids.inbox_key(ids.owner_of("acme", user), "same") for user in users]
        async with ledger.transaction({}) as transaction:
            assert (await transaction.decided(keys)).keys() == set(keys)

    async def test_marks_positions_and_revisions_only_rise(self, ledger: MemoryLedger) -> None:
        session = ids.session_identity("acme", "会" * 500)
        for offset in (5, 3, 9, 7):
            async with ledger.transaction({}) as transaction:
                await transaction.mark([Mark(session, 1, "embedding", offset)])
                await transaction.mark([Mark(session, 1, "embedding", offset - 2)])
                await transaction.position([Position("changes", 1, offset)])
                await transaction.apply(OWNER, decision(offset), ("turn", offset))
        assert await ledger.marks(session, 1) == {"embedding": 9}
        assert await ledger.marks(session, 2) == {}
        assert await ledger.position_of("changes", 1) == 9
        assert await ledger.position_of("changes", 2) == 0
        async with ledger.transaction({}) as transaction:
            assert await transaction.turn_revisions(["turn", "other"]) == {"turn": 9}

    async def test_equal_statements_meet(self, ledger: MemoryLedger) -> None:
        chinese = memory("不吃香菜", predicate="eats", object="香菜", polarity="negative")
        english = memory("no cilantro", predicate="eats", object="Cilantro", polarity="negative")
        eats = memory("eats it", predicate="eats", object="cilantro", status="superseded")
        gone = memory("gone", predicate="eats", object="cilantro", status="forgotten")
        bobs = memory("bob's", user="bob", predicate="eats", object="cilantro")
        await store(ledger, decision(1, chinese, english, eats, gone, bobs))
        negative = canonical_statement("user", "eats", "cilantro", "negative")
        positive = canonical_statement("user", "eats", "cilantro", "positive")
        nothing = canonical_statement("user", "eats", "搜索" * 300, "positive")
        async with ledger.transaction({}) as transaction:
            same = await transaction.same_statement(OWNER, [negative, positive, nothing])
            slots = await transaction.same_slot(OWNER, [negative[:2], ("user", "owns")])
        assert {key: {item.content for item in found} for key, found in same.items()} == {
            negative: {"不吃香菜", "no cilantro"},
            positive: {"eats it", "gone"},
        }
        assert {key: {item.content for item in found} for key, found in slots.items()} == {
            negative[:2]: {"不吃香菜", "no cilantro", "eats it", "gone"}
        }

    async def test_texts_of_any_kind(self, ledger: MemoryLedger) -> None:
        odd = [
            "{braces} %s :name ?",
            "مرحبا",
            "👩‍👩‍👧‍👦",
            "a\nb",
            "x" * 100_000,
            "\ufffd",
            "''",
            '"',
        ]
        many = [memory(text, entities=[text], object=text) for text in odd]
        rows = [evidence(item, item.content[:512], quote=item.content) for item in many]
        await store(ledger, decision(1, *many, evidence=rows))
        for item in many:
            assert [found.content for found in await ledger.exact(ANN, [item.content])] == [
                item.content
            ]
            assert len((await ledger.evidence(ANN, [item.memory_id]))[item.memory_id]) == 1

    async def test_what_no_database_takes_asks_in_vain(self, ledger: MemoryLedger) -> None:
        await store(ledger, decision(1, memory("tea")))
        for text in ("\x00", "half a pair \ud83d"):
            assert await ledger.get(ANN, [text]) == {}
            assert await ledger.exact(ANN, [text]) == []
            assert await ledger.related(ANN, [text]) == []


async def _everything(ledger: MemoryLedger, memory_id: str) -> list[object]:
    return [
        await ledger.get(ANN, [memory_id]),
        await ledger.versions(ANN, memory_id),
        await ledger.evidence(ANN, [memory_id]),
        await ledger.exact(ANN, ["tea"]),
        await ledger.related(ANN, ["user"]),
    ]
