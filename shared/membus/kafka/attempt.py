"""One try of a stage at some records: its results and its exceptions become verdicts, in order."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import structlog

from membus.errors import FatalError, PermanentError, RateLimitedError, TransientError
from membus.kafka.decode import Decoder, envelope_of
from membus.kafka.records import PASSED, Finished, Forward, Item, Partition
from membus.kafka.retries import BlockedKeys
from membus.kafka.stage import Park, Record, Result, Retry, Stage

log = structlog.get_logger()

_BEHIND = "an earlier record of its key waits"


@dataclass(slots=True)
class Tried:
    """What one try came to: what is finished, and what must be tried again, in order."""

    finished: list[Finished] = field(default_factory=list)
    again: list[tuple[Item, Retry]] = field(default_factory=list)


class Attempt:
    """Tries records with the stage.

    `blocked` are the keys that wait in the retry topic, None for an ordered stage; `overdue` says
    of a failing record whether it may not stay where it is.
    """

    def __init__(
        self,
        stage: Stage,
        decoder: Decoder,
        deadline_s: float,
        *,
        blocked: BlockedKeys | None = None,
        overdue: Callable[[float], bool] = lambda _: False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stage = stage
        self._decoder = decoder
        self._deadline_s = deadline_s
        self._blocked = blocked
        self._overdue = overdue
        self._now = now

    async def make(self, items: Sequence[Item]) -> Tried:
        """Try the records, given in order within each key. Raises FatalError alone."""
        tried = Tried()
        waiting = self._decode(items, tried)
        if waiting:
            results = await self._handle([record for _, record in waiting])
            self._sort_out(waiting, results, tried)
        return tried

    def _decode(self, items: Sequence[Item], tried: Tried) -> list[tuple[Item, Record]]:
        """Return what the stage must see; what becomes of the others goes to `tried`."""
        waiting: list[tuple[Item, Record]] = []
        for item in items:
            if self._blocked is not None and self._is_blocked(item):
                tried.finished.append(self._forward(item, _BEHIND))
                continue
            try:
                record = self._decoder.decode(item.source)
            except PermanentError as error:
                park = Park(str(error), type(error).__name__)
                tried.finished.append(Finished(item, park, None, envelope_of(item.source)))
                continue
            # A fault of our own codec must not stop the group at the record that shows it.
            except Exception as error:
                log.exception("decoding_failed", offset=item.offset, topic=item.at[0])
                tried.finished.append(Finished(item, _internal(error)))
                continue
            if record is None:
                tried.finished.append(Finished(item, PASSED))
            else:
                waiting.append((item, record))
        return waiting

    async def _handle(self, records: Sequence[Record]) -> Sequence[Result]:
        results = await self._call(records)
        if results is not None:
            return results
        found: list[Result] = []
        held: set[tuple[str, int, str | None]] = set()
        for record in records:
            lane = (record.topic, record.partition, record.key)
            # What follows a record that will be tried again must not overtake it.
            one = None if lane in held else await self._call([record])
            result = Retry(_BEHIND) if one is None else one[0]
            if isinstance(result, Retry):
                held.add(lane)
            found.append(result)
        return found

    async def _call(self, records: Sequence[Record]) -> Sequence[Result] | None:
        """Call the stage once; None asks for one call a record, to find the one at fault."""
        alone = len(records) == 1
        try:
            async with asyncio.timeout(self._deadline_s) as deadline:
                results = await self._stage.handle(records)
        except FatalError:
            raise
        except TransientError as error:
            after_s = error.retry_after_s if isinstance(error, RateLimitedError) else None
            return [Retry(f"{type(error).__name__}: {error}", after_s)] * len(records)
        except PermanentError as error:
            return [Park(str(error), type(error).__name__)] if alone else None
        # With the codec's, the one place that may catch everything: neighbours must not be lost.
        except Exception as error:
            if isinstance(error, TimeoutError) and deadline.expired():
                late = Park(f"it took longer than {self._deadline_s:g} s", "DeadlineExceeded")
                return [late] if alone else None
            log.exception("stage_failed", records=len(records), event_id=_name(records))
            return [_internal(error)] if alone else None
        if len(results) != len(records):
            raise FatalError(f"the stage gave {len(results)} results for {len(records)} records")
        return results

    def _sort_out(
        self, waiting: Sequence[tuple[Item, Record]], results: Sequence[Result], tried: Tried
    ) -> None:
        verdicts = [result for result in results if not isinstance(result, Retry)]
        if self._blocked is None and len(verdicts) == len(results):
            tried.finished += [
                Finished(item, verdict, record, record.envelope)
                for (item, record), verdict in zip(waiting, verdicts, strict=True)
            ]
            return
        held: set[tuple[Partition, bytes | None]] = set()
        for (item, record), result in zip(waiting, results, strict=True):
            lane = (item.at, item.source.key)
            if lane in held:
                # Done or not: what comes before it is not, so it waits, and is done again.
                tried.again.append((item, Retry(_BEHIND)))
            elif self._is_blocked(item):
                tried.finished.append(self._forward(item, _BEHIND))
            elif not isinstance(result, Retry):
                item.failing_since = None
                tried.finished.append(Finished(item, result, record, record.envelope))
            elif self._may_stay(item):
                held.add(lane)
                tried.again.append((item, result))
            else:
                tried.finished.append(self._forward(item, result.reason))

    def _may_stay(self, item: Item) -> bool:
        """Count a failed try; say whether the record is tried again where it is."""
        item.attempts += 1
        if item.failing_since is None:
            item.failing_since = self._now()
        has_retry_topic = self._blocked is not None and not item.retried
        return not (has_retry_topic and self._overdue(self._now() - item.failing_since))

    def _is_blocked(self, item: Item) -> bool:
        return self._blocked is not None and not item.retried and item.source in self._blocked

    def _forward(self, item: Item, reason: str) -> Finished:
        if self._blocked is not None:
            self._blocked.add(item.source)
        return Finished(item, Forward(reason))


def _name(records: Sequence[Record]) -> str:
    return records[0].envelope.event_id if len(records) == 1 else ""


def _internal(error: Exception) -> Park:
    return Park(f"internal error: {error!r}", "InternalError")
