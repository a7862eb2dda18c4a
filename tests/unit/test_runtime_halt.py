import pytest
from tests.support.kafka import message
from tests.support.runtime import finished, item, raw

from membus.errors import FatalError
from membus.kafka.halt import Halt
from membus.kafka.records import Finished, Item
from membus.kafka.stage import Done, Park


def failure(number: int, *, user: str, error_class: str = "InternalError") -> Finished:
    said = message(f"s{number}", "a", user=user)
    return finished(item(number, said), Park("boom", error_class))


def test_a_fault_that_many_keys_and_producers_share_halts() -> None:
    halt = Halt(keys=6, producers=3)
    halt.saw(failure(number, user=f"u{number % 3}") for number in range(5))

    with pytest.raises(FatalError, match="6 keys of 3 producers failed with InternalError"):
        halt.saw([failure(5, user="u2")])


def test_one_producer_of_rubbish_never_halts_whatever_its_keys() -> None:
    halt = Halt(keys=6, producers=3)

    halt.saw(failure(number, user="mallory") for number in range(1000))
    halt.saw(
        Finished(Item(("source", 0), number, raw(number, b"?", b"%d" % number)), Park("not JSON"))
        for number in range(1000)
    )


def test_many_producers_with_one_broken_key_never_halt() -> None:
    halt = Halt(keys=6, producers=3)

    halt.saw(
        finished(item(number, message("s1", "a", user=f"u{number}")), Park("boom"))
        for number in range(1000)
    )


def test_a_success_between_starts_the_count_again() -> None:
    halt = Halt(keys=4, producers=2)
    for round_ in range(50):
        halt.saw(failure(number, user=f"u{number}") for number in range(3))
        halt.saw([finished(item(round_, message("good", "a")), Done("stored"))])


def test_different_faults_are_counted_apart() -> None:
    halt = Halt(keys=4, producers=2)

    halt.saw(
        failure(number, user=f"u{number}", error_class=f"Error{number % 4}") for number in range(12)
    )
