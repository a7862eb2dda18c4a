"""Bytes become a record that a stage can handle, or an error that parks them."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from membus.contracts import ids
from membus.contracts.envelope import Envelope, open_body, parse
from membus.errors import KeyMismatchError, MalformedError, PermanentError
from membus.kafka.records import Source
from membus.kafka.stage import Record

_NO_TOPICS: Mapping[str, Collection[str]] = MappingProxyType({})


class Decoder:
    """Decodes the records of one stage.

    `types` are the events that are its business, all when empty. `keys` says, by topic, what the
    key of its records must be; only `session` and `owner` can be checked here. `events` says, by
    topic, which events belong there: others are nobody's business, so no stage may pass them by.
    """

    def __init__(
        self,
        types: Collection[str],
        keys: Mapping[str, str],
        events: Mapping[str, Collection[str]] = _NO_TOPICS,
    ) -> None:
        self._types = frozenset(types)
        self._keys = dict(keys)
        self._events = dict(events)
        self._last_time = (0, datetime.fromtimestamp(0, UTC))

    def decode(self, source: Source) -> Record | None:
        """Return the record, None when it is not the stage's business.

        Raises MalformedError, UnknownSchemaError or KeyMismatchError: then it parks.
        """
        envelope = parse(source.value)
        if self._types and envelope.type not in self._types:
            if envelope.type not in self._events.get(source.topic, (envelope.type,)):
                raise MalformedError(f"{envelope.type} does not belong on {source.topic}")
            return None
        key = _text(source.key)
        self._check(key, source.topic, envelope)
        return Record(
            source.topic,
            source.partition,
            source.offset,
            key,
            source.value or b"",
            tuple(source.headers),
            self._time(source.timestamp),
            envelope,
            open_body(envelope),
        )

    def _time(self, timestamp: int) -> datetime:
        # The broker stamps a whole batch with one time.
        if timestamp != self._last_time[0]:
            self._last_time = (timestamp, datetime.fromtimestamp(timestamp / 1000, UTC))
        return self._last_time[1]

    def _check(self, key: str | None, topic: str, envelope: Envelope) -> None:
        kind = self._keys.get(topic)
        if kind == "session" and (not key or key != envelope.session_id):
            raise KeyMismatchError("the record's key must be its session_id, and not empty")
        if kind == "owner" and key != envelope.owner:
            raise KeyMismatchError(f"the record's key must be its owner, {envelope.owner!r}")


def envelope_of(source: Source) -> Envelope | None:
    """Return the envelope of a record whose body may be broken, None where it is broken itself."""
    try:
        return parse(source.value)
    except PermanentError:
        return None


def event_id_of(source: Source, envelope: Envelope | None) -> str:
    """Return the event's id, or the one that stands for a record whose own cannot be read."""
    if envelope is not None:
        return envelope.event_id
    return ids.undecodable_id(source.topic, source.partition, source.offset)


def _text(key: bytes | None) -> str | None:
    if key is None:
        return None
    try:
        return key.decode("utf-8")
    except UnicodeDecodeError as error:
        raise KeyMismatchError("the record's key is not UTF-8") from error
