"""What every MemoryLedger must keep of the past: valid time, recorded time, versions."""

from datetime import UTC, datetime

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.memories import at, decision, memory, scope_of, store

from membus.contracts import ids
from membus.ports.ledger import MemoryLedger

ANN = scope_of("ann")


class HistorySuite:
    async def test_disjoint_intervals_stay_apart(self, ledger: MemoryLedger) -> None:
        year = {number: datetime(number, 1, 1, tzinfo=UTC) for number in range(2009, 2023)}
        oslo = memory("Oslo", valid_from=year[2010], valid_to=year[2015], status="superseded")
        rome = memory("Rome", valid_from=year[2015], valid_to=year[2019], status="superseded")
        again = memory("Oslo again", valid_from=year[2021])
        await store(ledger, decision(1, oslo, rome, again))
        keys = [oslo.memory_id, rome.memory_id, again.memory_id]
        held = []
        for time in year.values():
            found = await ledger.at(ANN, keys, time, None)
            held.append([item.content for item in found.values()])
        assert held == [[], *[["Oslo"]] * 5, *[["Rome"]] * 4, [], [], *[["Oslo again"]] * 2]

    async def test_what_was_known_then(self, ledger: MemoryLedger) -> None:
        acme = memory("works at Acme")
        await store(ledger, decision(1, acme))
        left = acme.model_copy(
            update={"status": "superseded", "valid_to": at(30), "recorded_from": at(60)}
        )
        await store(ledger, decision(2, left))
        key = acme.memory_id

        async def status(as_of: datetime | None, known_at: datetime | None) -> str | None:
            found = await ledger.at(ANN, [key], as_of, known_at)
            return found[key].status if found else None

        assert await status(at(40), at(59)) == "active"
        assert await status(at(40), at(60)) is None
        assert await status(at(20), at(60)) == "superseded"
        assert await status(None, at(-1)) is None
        first, second = await ledger.versions(ANN, key)
        assert (first.version, first.recorded_to) == (1, at(60))
        assert (second.version, second.recorded_to) == (2, None)

    @settings(
        max_examples=25,
        deadline=None,
        # Each example has a memory of its own, and the class that inherits this keeps no state.
        suppress_health_check=[
            HealthCheck.function_scoped_fixture,
            HealthCheck.differing_executors,
        ],
    )
    @given(data=st.data())
    async def test_any_history_reads_back(self, ledger: MemoryLedger, data: st.DataObject) -> None:
        """Append times may cross, changes come in batches: the highest version known then holds."""
        steps = st.tuples(st.integers(1, 5), st.integers(0, 50), st.booleans())
        history = data.draw(st.lists(steps, min_size=1, max_size=8))
        base = memory(ids.uuid7())
        batch, version, told = [], 0, []
        for gap, minute, together in history:
            version += gap
            told.append((version, at(minute)))
            image = base.model_copy(update={"recorded_from": at(minute)})
            batch.append(decision(version, image, change=f"{base.memory_id} {version}"))
            if not together:
                await store(ledger, *batch)
                batch = []
        await store(ledger, *batch)
        for minute in range(-1, 52, 4):
            known = [number for number, recorded in told if recorded <= at(minute)]
            found = await ledger.at(ANN, [base.memory_id], None, at(minute))
            assert [item.version for item in found.values()] == known[-1:]
        kept = await ledger.versions(ANN, base.memory_id)
        assert [item.version for item in kept] == [number for number, _ in told]
        assert [item.recorded_to is None for item in kept] == [False] * (len(kept) - 1) + [True]
        assert (await ledger.get(ANN, [base.memory_id]))[base.memory_id].version == version
