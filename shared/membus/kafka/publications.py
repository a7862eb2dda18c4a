"""What goes to the log for records that are finished: events, dead letters, retries, outcomes."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import structlog

from membus.errors import MalformedError
from membus.kafka.dead_letters import dead_letter
from membus.kafka.outcomes import outcome_batches
from membus.kafka.producer import Message, message_of
from membus.kafka.records import Finished, Forward
from membus.kafka.retries import retry_headers
from membus.kafka.stage import Done, Park
from membus.kafka.topics import OUTCOMES, dead_letter_topic, retry_topic
from membus.kafka.wire import headers_for, traceparent_of

log = structlog.get_logger()


class Publications:
    """Makes the records that one stage publishes. `outcome_partitions`: how many that topic has."""

    def __init__(self, service: str, outcome_partitions: int) -> None:
        self._service = service
        self._outcome_partitions = outcome_partitions

    def of(
        self, finished: Sequence[Finished], now: datetime
    ) -> tuple[list[Finished], list[Message]]:
        """Return the records to publish, and the finished ones with the fate that they now have.

        A result that cannot be published (too large, not valid Unicode) parks its record.
        """
        fates: list[Finished] = []
        messages: list[Message] = []
        for one in finished:
            try:
                messages += _events(one)
                fates.append(one)
            except MalformedError as error:
                park = Park(str(error), "UnpublishableResult")
                fates.append(Finished(one.item, park, envelope=one.envelope))
        for one in fates:
            if isinstance(one.verdict, Park):
                messages.append(self._letter(one, one.verdict, now))
            elif isinstance(one.verdict, Forward):
                messages.append(self._retry(one, one.verdict))
        messages += self._outcomes(fates, now)
        return fates, messages

    def _letter(self, one: Finished, park: Park, now: datetime) -> Message:
        source, topic = one.item.source, dead_letter_topic(self._service)
        attempts = one.item.attempts + 1
        letter = dead_letter(
            self._service, source, park, now, envelope=one.envelope, attempts=attempts
        )
        log.warning(
            "parked",
            event_id=letter.causation_id,
            topic=source.topic,
            partition=source.partition,
            offset=source.offset,
            error=park.error_class,
        )
        headers = headers_for(letter, topic, traceparent_of(source.headers))
        return Message(topic, source.key, letter.to_bytes(), headers)

    def _retry(self, one: Finished, forward: Forward) -> Message:
        source = one.item.source
        headers = retry_headers(one.item, forward.reason)
        return Message(retry_topic(self._service), source.key, source.value, headers)

    def _outcomes(self, fates: Sequence[Finished], now: datetime) -> Iterator[Message]:
        for batch in outcome_batches(self._service, fates, now):
            # The source's partition: whoever audits reads the two side by side.
            place = batch.source[1] % self._outcome_partitions
            yield Message(OUTCOMES, None, batch.value, headers_for(batch.envelope, OUTCOMES), place)


def _events(one: Finished) -> list[Message]:
    if not isinstance(one.verdict, Done) or not one.verdict.emit:
        return []
    parent = traceparent_of(one.item.source.headers)
    return [message_of(event, parent) for event in one.verdict.emit]
