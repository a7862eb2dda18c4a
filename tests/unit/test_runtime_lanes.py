import asyncio

from hypothesis import given
from hypothesis import strategies as st
from tests.support.runtime import TOPIC, item

from membus.kafka.lanes import Lanes, Work
from membus.kafka.records import Item


def filled(*items: Item, by_key: bool = True, max_batch: int = 100) -> Lanes:
    lanes = Lanes(by_key=by_key, max_batch=max_batch)
    for partition in (0, 1):
        lanes.open((TOPIC, partition))
    lanes.add(items)
    return lanes


async def taken(lanes: Lanes) -> Work:
    work = await asyncio.wait_for(lanes.take(), 60)
    assert work is not None
    return work


async def nothing_ready(lanes: Lanes) -> bool:
    try:
        await asyncio.wait_for(lanes.take(), 0.02)
    except TimeoutError:
        return True
    return False


async def test_by_key_a_piece_of_work_is_one_keys_records_in_order() -> None:
    a, b, c = item(0, key=b"a"), item(1, key=b"b"), item(2, key=b"a")
    lanes = filled(a, b, c)

    assert (await taken(lanes)).items == [a, c]
    assert (await taken(lanes)).items == [b]


async def test_in_batches_a_piece_of_work_spans_keys_and_partitions() -> None:
    a, b = item(0, key=b"a"), item(0, key=b"b", partition=1)
    c = item(1, key=b"c")
    lanes = filled(a, b, c, by_key=False)

    assert (await taken(lanes)).items == [a, c, b]


async def test_a_lane_in_work_is_not_handed_out_again_until_it_is_done() -> None:
    lanes = filled(item(0, key=b"a"))
    work = await taken(lanes)
    later = item(1, key=b"a")
    lanes.add([later])
    assert await nothing_ready(lanes)

    lanes.done(work)
    assert (await taken(lanes)).items == [later]


async def test_records_to_try_again_come_back_first_and_in_order() -> None:
    items = [item(number, key=b"a") for number in range(4)]
    lanes = filled(*items[:3])
    work = await taken(lanes)
    lanes.add([items[3]])

    lanes.done(work, [(items[1], 0.0), (items[2], 0.0)])

    assert (await taken(lanes)).items == items[1:]


async def test_a_resting_lane_waits_while_others_run() -> None:
    slow, other = item(0, key=b"a"), item(1, key=b"b")
    lanes = filled(slow)
    work = await taken(lanes)
    lanes.done(work, [(slow, 0.1)])
    lanes.add([other])

    assert (await taken(lanes)).items == [other]
    assert (await taken(lanes)).items == [slow]


async def test_lanes_of_a_closed_partition_fill_but_do_not_run() -> None:
    lanes = Lanes(by_key=True, max_batch=10)
    one = item(0, key=b"a")
    lanes.add([one])
    assert await nothing_ready(lanes)

    lanes.open((TOPIC, 0))
    assert (await taken(lanes)).items == [one]


async def test_a_retried_record_is_a_lane_of_its_key_even_in_batches() -> None:
    stuck, free = item(0, key=b"a", retried=True), item(1, key=b"b", retried=True)
    lanes = Lanes(by_key=False, max_batch=1)
    lanes.open(("retry", 0))
    lanes.add([stuck, free])

    work = await taken(lanes)
    lanes.done(work, [(stuck, 60.0)])

    assert (await taken(lanes)).items == [free]
    lanes.close()


async def test_closing_wakes_everybody_who_waits_for_work() -> None:
    lanes = filled()
    waiting = [asyncio.create_task(lanes.take()) for _ in range(3)]
    await asyncio.sleep(0)

    lanes.close()

    assert await asyncio.gather(*waiting) == [None, None, None]


async def test_closed_lanes_take_nothing_back() -> None:
    one = item(0, key=b"a")
    lanes = filled(one)
    work = await taken(lanes)
    lanes.close()

    lanes.done(work, [(one, 0.0)])

    assert await lanes.take() is None


@given(
    st.lists(st.tuples(st.integers(0, 1), st.sampled_from([b"a", b"b", b"c"])), max_size=40),
    st.booleans(),
    st.integers(1, 7),
)
def test_every_record_is_handed_out_once_and_in_the_order_of_its_key(
    places: list[tuple[int, bytes]], by_key: bool, max_batch: int
) -> None:
    items = [
        item(number, key=key, partition=partition) for number, (partition, key) in enumerate(places)
    ]

    async def drain() -> list[Item]:
        lanes = filled(*items, by_key=by_key, max_batch=max_batch)
        out: list[Item] = []
        while len(out) < len(items):
            work = await taken(lanes)
            assert 0 < len(work.items) <= max_batch
            out += work.items
            lanes.done(work)
        return out

    out = asyncio.run(drain())
    assert sorted(one.offset for one in out) == [one.offset for one in items]
    for partition, key in set(places):
        own = [one.offset for one in out if one.at == (TOPIC, partition) and one.source.key == key]
        assert own == sorted(own)
