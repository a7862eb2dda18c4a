"""The client's questions to recall: one at a time with a deadline, or again until it is fresh."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError

from membus.client.connecting import Connection
from membus.client.messages import Origin, event
from membus.client.receipts import Reader
from membus.contracts import ids
from membus.contracts.envelope import explain
from membus.contracts.events.recalls import (
    Freshness,
    RecallAnswered,
    RecallRequested,
    Receipt,
)
from membus.errors import DeadlineError, MalformedError
from membus.kafka.requests import Requester
from membus.settings import KafkaSettings, RecallSettings

# Recall says at once that a turn is still open: then it is asked again, less and less often.
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 0.5


class Asking:
    """Asks recall; connects, and finds its reply partition's end, before the first question."""

    def __init__(
        self,
        kafka: KafkaSettings,
        limits: RecallSettings,
        origin: Origin,
        traceparent: Callable[[], str | None],
    ) -> None:
        self._limits = limits
        self._origin = origin
        self._traceparent = traceparent
        self._connection = Connection(lambda: _connected(kafka), Requester.close)

    async def ask(
        self,
        question: Mapping[str, Any],
        options: Mapping[str, Any],
        deadline_s: float | None = None,
        *,
        hedge: bool = True,
    ) -> RecallAnswered:
        """Return the answer to RecallRequested's fields. Raises as MemoryClient.recall."""
        requester = await self._connection.get()
        left_s = self._limits.deadline_s if deadline_s is None else deadline_s
        now = datetime.now(UTC)
        request_id = ids.uuid7()
        try:
            request = RecallRequested.model_validate(
                {
                    **question,
                    "request_id": request_id,
                    "reply_partition": requester.reply_partition,
                    "deadline": now + timedelta(seconds=left_s),
                }
            )
        except ValidationError as error:
            raise MalformedError(explain(error)) from error
        return await requester.ask(
            event(request, options, self._origin, now),
            request_id,
            timeout_s=left_s,
            hedge_after_s=self._hedge_after_s(request) if hedge else None,
            traceparent=self._traceparent(),
        )

    async def until_fresh(
        self, reader: Reader, receipts: Sequence[Receipt], level: Freshness, timeout_s: float
    ) -> None:
        """Return once all that the receipts name is there. Raises DeadlineError."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + timeout_s
        missing, late = "", "recall has not answered"
        pause_s = _FIRST_PAUSE_S
        question = {"query": "", "after": list(receipts), "level": level}
        while (left_s := ends - loop.time()) > 0:
            try:
                answer = await self.ask(
                    question,
                    reader._asdict(),
                    min(left_s, self._limits.deadline_s),
                    hedge=False,
                )
            except DeadlineError as error:
                late = str(error)
                continue
            if answer.fresh:
                return
            missing = answer.stale_reason
            await asyncio.sleep(min(pause_s, max(0.0, ends - loop.time())))
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        # What recall said last tells more than that an answer came too late.
        raise DeadlineError(f"not there after {timeout_s:g} s: {missing or late}")

    async def close(self) -> None:
        """Disconnect; who still waits gets UnavailableError."""
        await self._connection.close()

    def _hedge_after_s(self, request: RecallRequested) -> float:
        # An answer that waits for receipts is late on purpose.
        waits_s = self._limits.wait_s if request.after else 0.0
        return waits_s + self._limits.hedge_after_s


async def _connected(kafka: KafkaSettings) -> Requester:
    requester = Requester(kafka.bootstrap_servers, kafka.client_id)
    await requester.start()
    return requester
