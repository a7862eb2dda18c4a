"""What every MemoryLedger must read: inherit the class and give it the fixture `ledger`, empty."""

from collections.abc import Awaitable
from datetime import UTC, datetime

import pytest
from tests.support.memories import at, decision, evidence, memory, scope_of, store

from membus.contracts import ids
from membus.contracts.memory import Memory
from membus.ports.ledger import MemoryLedger

ANN = scope_of("ann")


class ReadingSuite:
    async def test_a_memory_comes_back_whole(self, ledger: MemoryLedger) -> None:
        tea = memory(
            "茶 🍵",
            type="short",
            expires_at=at(9),
            valid_to=at(8),
            entities=["茶"],
            importance=0.3,
            agent_id="bot",
            derived_from=["x"],
            a_field_of_a_later_build={"kept": [1]},
        )
        await store(ledger, decision(7, tea))
        found = await ledger.get(ANN, [tea.memory_id, "no such id"])
        assert found == {tea.memory_id: tea.model_copy(update={"version": 7})}
        assert found[tea.memory_id].model_extra == {"a_field_of_a_later_build": {"kept": [1]}}

    @pytest.mark.parametrize(
        "time",
        [
            datetime(1900, 1, 1, tzinfo=UTC),
            datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
            datetime(2199, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        ],
    )
    async def test_times_keep_each_microsecond(self, ledger: MemoryLedger, time: datetime) -> None:
        old = memory("old", since=time)
        await store(ledger, decision(1, old))
        assert (await ledger.page(ANN))[0].last_mentioned_at == time
        assert await ledger.at(ANN, [old.memory_id], time, time) != {}

    async def test_a_page_follows_the_other_without_loss(self, ledger: MemoryLedger) -> None:
        # Every third has the time of the one before it, so that pages are cut inside a tie.
        many = [memory(f"m{number}", since=at(number // 3)) for number in range(150)]
        await store(ledger, decision(1, *many))
        seen: list[Memory] = []
        page = await ledger.page(ANN, limit=40)
        while page:
            seen += page
            last = page[-1]
            page = await ledger.page(ANN, limit=40, before=(last.last_mentioned_at, last.memory_id))
        assert [item.memory_id for item in seen] == [
            item.memory_id
            for item in sorted(
                many, key=lambda item: (item.last_mentioned_at, item.memory_id), reverse=True
            )
        ]
        assert len(await ledger.page(ANN, limit=1000)) == 150

    async def test_a_page_shows_what_was_asked_for(self, ledger: MemoryLedger) -> None:
        here = memory("here", session_id="s1")
        there = memory("there", session_id="s2", type="short")
        gone = memory("gone", session_id="s1", status="forgotten")
        await store(ledger, decision(1, here, there, gone))
        session = ids.session_identity("acme", "s1")
        assert await _contents(ledger.page(ANN, session=session)) == ["here"]
        assert await _contents(ledger.page(ANN, types=["short"])) == ["there"]
        assert await _contents(ledger.page(ANN, statuses=["forgotten"])) == ["gone"]

    async def test_thousands_of_ids_at_once(self, ledger: MemoryLedger) -> None:
        many = [memory(f"m{number}") for number in range(1500)]
        await store(ledger, decision(1, *many, evidence=[evidence(item, "m") for item in many]))
        keys = [item.memory_id for item in many]
        assert len(await ledger.get(ANN, keys)) == 1500
        assert len(await ledger.evidence(ANN, keys)) == 1500
        assert len(await ledger.at(ANN, keys, None, None)) == 1500

    async def test_nothing_asked_is_nothing_found(self, ledger: MemoryLedger) -> None:
        await store(ledger, decision(1, memory("tea", entities=[""], subject="")))
        assert await ledger.get(ANN, []) == {}
        assert await ledger.exact(ANN, ["", " "]) == []
        assert await ledger.related(ANN, [""]) == []
        assert await ledger.versions(ANN, "no such id") == []

    async def test_exact_finds_identifiers_names_and_keywords(self, ledger: MemoryLedger) -> None:
        order = memory("order", entities=["A1001", "张伟"], since=at(1))
        other = memory("other", entities=["A1002"], keywords=["Refund"], since=at(2))
        older = memory("older", keywords=["refund"], since=at(0))
        was = memory("was", entities=["A1001"], status="superseded")
        gone = memory("gone", entities=["A1001"], status="forgotten")
        await store(ledger, decision(1, order, other, older, was, gone))
        assert await _contents(ledger.exact(ANN, ["a1001"])) == ["order"]
        assert await _contents(ledger.exact(ANN, ["Ａ１００１"])) == ["order"]
        assert await _contents(ledger.exact(ANN, ["张伟", "REFUND"])) == ["other", "order", "older"]
        assert await _contents(ledger.exact(ANN, ["refund"], 1)) == ["other"]
        assert await _contents(ledger.exact(ANN, ["A1001"], history=True)) == ["order", "was"]
        assert await ledger.exact(ANN, ["A10"]) == []

    async def test_related_names_what_matched(self, ledger: MemoryLedger) -> None:
        works = memory("works", subject="Li Lei", object="Acme", since=at(1))
        owns = memory("owns", subject="Acme", object="Globex", since=at(2))
        was = memory("was", subject="Acme", object="Initech", status="superseded")
        await store(ledger, decision(1, works, owns, was))
        found = await ledger.related(ANN, ["ACME", "Han Meimei"])
        assert [(name, item.content) for name, item in found] == [
            ("ACME", "owns"),
            ("ACME", "works"),
        ]
        both = await ledger.related(ANN, ["acme", "li lei"])
        assert sorted((name, item.content) for name, item in both) == [
            ("acme", "owns"),
            ("acme", "works"),
            ("li lei", "works"),
        ]
        assert len(await ledger.related(ANN, ["acme"], 1)) == 1
        assert len(await ledger.related(ANN, ["acme"], history=True)) == 3

    async def test_sessions_with_their_memories(self, ledger: MemoryLedger) -> None:
        long = "会" * 500
        await store(
            ledger,
            decision(
                1,
                memory("a", session_id="s1", since=at(1)),
                memory("b", session_id="s1", since=at(5)),
                memory("gone", session_id="s1", since=at(2), status="forgotten"),
                memory("c", session_id=long, since=at(9)),
                memory("d", session_id="s1", user="bob"),
            ),
        )
        assert await ledger.sessions(ANN) == [
            (ids.session_identity("acme", long), 1, at(9)),
            (ids.session_identity("acme", "s1"), 2, at(5)),
        ]
        assert len(await ledger.sessions(ANN, limit=1)) == 1


async def _contents(found: Awaitable[list[Memory]]) -> list[str]:
    return [item.content for item in await found]
