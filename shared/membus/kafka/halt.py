"""When a stage must stop: many keys of many producers fail alike, so the fault is ours. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from membus.errors import FatalError
from membus.kafka.records import Finished
from membus.kafka.stage import Done, Park

Producer = tuple[str, str, str]


@dataclass(slots=True)
class _Failures:
    keys: set[bytes | None] = field(default_factory=set)
    producers: set[Producer] = field(default_factory=set)


class Halt:
    """Counts what parked, by error class, since the last record that was handled.

    One client that sends rubbish never halts the others' stage, whatever it puts into its keys: so
    a failure counts by its producer too (program, tenant and user; unreadable ones are one), and
    both counts must be high.
    """

    def __init__(self, *, keys: int = 20, producers: int = 5) -> None:
        self._keys = keys
        self._producers = producers
        self._failures: dict[str, _Failures] = {}

    def saw(self, finished: Iterable[Finished]) -> None:
        """Count what became of records. Raises FatalError when it is time to stop."""
        for one in finished:
            if isinstance(one.verdict, Park):
                self._count(one, one.verdict)
            elif isinstance(one.verdict, Done) and one.verdict.outcome is not None:
                self._failures.clear()

    def _count(self, one: Finished, park: Park) -> None:
        failures = self._failures.setdefault(park.error_class, _Failures())
        if len(failures.keys) < self._keys:
            failures.keys.add(one.item.source.key)
        if len(failures.producers) < self._producers:
            failures.producers.add(_producer(one))
        if len(failures.keys) >= self._keys and len(failures.producers) >= self._producers:
            raise FatalError(
                f"{self._keys} keys of {self._producers} producers failed with "
                f"{park.error_class} and nothing succeeded between; the last: {park.reason}. "
                "Nothing of this batch was parked or committed: mend the service and start it again"
            )


def _producer(one: Finished) -> Producer:
    if one.envelope is None:
        return ("", "", "")
    return one.envelope.producer, one.envelope.tenant_id, one.envelope.user_id
