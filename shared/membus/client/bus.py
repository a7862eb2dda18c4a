"""MemoryClient: publish what an agent says and hears, recall what is known."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self, Unpack, overload

from membus.client.asking import Asking
from membus.client.documents import DocumentOptions, document_event
from membus.client.messages import Message, Origin, PublishOptions, event, local_zone
from membus.client.publishing import Prepared, Publishing
from membus.client.receipts import by_reader, newest
from membus.contracts.base import Contract
from membus.contracts.envelope import Envelope
from membus.contracts.events.changes import FeedbackGiven
from membus.contracts.events.messages import DocumentPublished, DocumentRemoved, SessionEnded
from membus.contracts.events.recalls import (
    Freshness,
    Profile,
    PromptReported,
    RecallAnswered,
    Receipt,
)
from membus.errors import FatalError, MalformedError, PermanentError
from membus.kafka.topic_registry import CHANGES, DOCUMENTS, MESSAGES, RECALLS
from membus.settings import Settings, read_settings


class MemoryClient:
    """The bus, for an agent. Use it as `async with MemoryClient() as bus:`, in one event loop.

    `settings` are read from the environment where none are given, and a running embedded stack
    is found by itself; `bootstrap_servers` ("host:port,…") overrides the address of Kafka.
    `tenant_id`, `agent_id` and `user_zone` (IANA; the machine's where none is given) stand in
    where a call does not say. `traceparent` is asked for the caller's W3C trace context at every
    call, so that a trace goes on through the bus.

    The first call that needs a connection opens it. UnavailableError and DeadlineError may pass,
    MalformedError and NotAllowedError will not. Raises FatalError when no Kafka is known.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        bootstrap_servers: str | None = None,
        tenant_id: str | None = None,
        agent_id: str | None = None,
        user_zone: str | None = None,
        traceparent: Callable[[], str | None] = lambda: None,
    ) -> None:
        settings = settings or read_settings()
        servers = bootstrap_servers or settings.kafka.bootstrap_servers
        if not servers:
            raise FatalError(
                "no Kafka is known: run `membus up`, set MEMBUS_KAFKA__BOOTSTRAP_SERVERS, or give "
                "bootstrap_servers=…"
            )
        kafka = settings.kafka.model_copy(update={"bootstrap_servers": servers})
        self._origin = Origin(
            tenant_id=tenant_id or settings.default_tenant,
            agent_id=agent_id,
            user_zone=user_zone or local_zone(),
        )
        self._publishing = Publishing(kafka, self._origin, traceparent)
        self._asking = Asking(kafka, settings.recall, self._origin, traceparent)

    async def __aenter__(self) -> Self:
        """Return the client; it connects when it is first used."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @overload
    async def publish(
        self, message: list[Message], **options: Unpack[PublishOptions]
    ) -> list[Receipt]: ...

    @overload
    async def publish(self, message: Message, **options: Unpack[PublishOptions]) -> Receipt: ...

    async def publish(
        self, message: Message | list[Message], **options: Unpack[PublishOptions]
    ) -> Receipt | list[Receipt]:
        """Publish one message, or a list in order; return its receipt, or one each.

        A message is a Msg, an AgentScope message, or a dict in the form of AgentScope 1.x, 2.x or
        OpenAI chat (`{"role": "user", "content": "…"}`); the options are those of PublishOptions.
        A Msg or AgentScope 2 reply without `finished_at` is still growing: publish it again, with
        the same id, when it has grown.

        Returns when Kafka has all. A list is checked whole before any of it goes out. Raises
        MalformedError (what is missing, is no text, or is over 1 MiB), UnknownSchemaError (a
        content block that membus does not know) and UnavailableError: then publish it again, with
        the same message ids nothing doubles.
        """
        messages = message if isinstance(message, list) else [message]
        events = await self._publishing.prepare_all([(one, options) for one in messages])
        for fault in events:
            if isinstance(fault, PermanentError):
                raise fault
        receipts = await self._publishing.send([one for one in events if isinstance(one, Prepared)])
        return receipts if isinstance(message, list) else receipts[0]

    async def publish_many(
        self, items: Sequence[tuple[Message, Mapping[str, Any]]]
    ) -> list[Receipt | PermanentError]:
        """Publish (message, options) pairs in order, each with PublishOptions of its own.

        One at fault gives its error for a receipt, and the others go out. Raises UnavailableError.
        """
        events = await self._publishing.prepare_all(items)
        good = [one for one in events if isinstance(one, Prepared)]
        receipts = iter(await self._publishing.send(good))
        return [next(receipts) if isinstance(one, Prepared) else one for one in events]

    async def end_session(self, **options: Unpack[PublishOptions]) -> Receipt:
        """Close a session's open turn; needs `user_id` and `session_id`. Raises as `publish`."""
        if not options.get("session_id"):
            raise MalformedError("which session ends? Give session_id=…")
        ended = event(SessionEnded(), options, self._origin, datetime.now(UTC))
        return await self._send(MESSAGES, ended.session_id, ended)

    async def publish_document(
        self, text: str, *, source_id: str, title: str = "", **options: Unpack[DocumentOptions]
    ) -> Receipt:
        """Publish a document (Markdown or plain text), whole, to be recalled by its parts.

        It replaces what its owner had under this `source_id`. Returns when Kafka has it; recall
        waits for sessions, so it can't wait for this receipt. Raises as `publish`.
        """
        fields = {"source_id": source_id, "title": title, "text": text}
        said = document_event(DocumentPublished, fields, options, self._origin, datetime.now(UTC))
        return await self._send(DOCUMENTS, source_id, said)

    async def remove_document(self, source_id: str, **options: Unpack[DocumentOptions]) -> Receipt:
        """Remove a document from where it was published. Raises as `publish`."""
        fields, now = {"source_id": source_id}, datetime.now(UTC)
        said = document_event(DocumentRemoved, fields, options, self._origin, now)
        return await self._send(DOCUMENTS, source_id, said)

    async def recall(
        self,
        query: str,
        *,
        user_id: str,
        session_id: str | None = None,
        task_id: str | None = None,
        agent_id: str | None = None,
        spaces: Sequence[str] = (),
        k: int | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        after: Receipt | Iterable[Receipt] | None = None,
        level: Freshness = "window",
        explain: bool = False,
        profile: Profile = "default",
        deadline_s: float | None = None,
    ) -> RecallAnswered:
        """Return what is known that bears on the query: `context` is the block for a prompt.

        The answer's `hits` are best first, at most 10 or, if given, `k` (up to 100), with every
        part of their scores; `window` is the session's own recent messages, where `session_id` is
        given, and `task` what was said in the task, where `task_id` is. The user's memory is
        searched, and that of the `spaces` named. `as_of` asks what held at a time, `known_at` what
        was known then; naive times are UTC. `explain` adds what was left out, and why; `profile`
        "short" bounds the block to 5 entries of 50 tokens.

        `after` (receipts of a publish) asks for an answer that has seen them: in the window of
        the session, or at level "memory" as memories too. Where that is not so in time, or the
        turn is still open, the answer comes all the same, with `fresh` False and `stale_reason`.

        Raises DeadlineError after `deadline_s` seconds (settings.recall.deadline_s where none is
        given), MalformedError, NotAllowedError (another user's session) and UnavailableError.
        """
        receipts = [after] if isinstance(after, Receipt) else list(after or ())
        question = {
            "query": query,
            "k": k,
            "spaces": list(spaces),
            "as_of": as_of,
            "known_at": known_at,
            "after": newest(receipts),
            "level": level,
            "explain": explain,
            "profile": profile,
        }
        options = {
            "user_id": user_id,
            "session_id": session_id,
            "task_id": task_id,
            "agent_id": agent_id,
        }
        return await self._asking.ask(question, options, deadline_s)

    async def wait(
        self,
        receipts: Receipt | Iterable[Receipt],
        *,
        level: Freshness = "memory",
        timeout_s: float = 30.0,
    ) -> None:
        """Wait until what the receipts name is in memory (at level "window": in the window).

        It asks recall with an empty query, which answers when it is so and leaves no record. A
        turn that is still open is waited for too: it closes with its reply's end, or when idle.
        Raises UnavailableError and, after `timeout_s`, DeadlineError that says what is missing.
        """
        ends = asyncio.get_running_loop().time() + timeout_s
        named = [receipts] if isinstance(receipts, Receipt) else receipts
        for reader, own in by_reader(named).items():
            left_s = ends - asyncio.get_running_loop().time()
            await self._asking.until_fresh(reader, own, level, left_s)

    async def feedback(
        self,
        memory_id: str,
        *,
        helpful: bool,
        request_id: str | None = None,
        **options: Unpack[PublishOptions],
    ) -> None:
        """Say whether a recalled memory helped; needs `user_id`. Raises as `publish`."""
        given = FeedbackGiven(memory_id=memory_id, helpful=helpful, request_id=request_id)
        await self._tell(CHANGES, given, options)

    async def report_prompt(
        self, request_id: str, prompt: str, **options: Unpack[PublishOptions]
    ) -> None:
        """Keep the prompt that was built from a recall, for replay; needs `user_id`."""
        await self._tell(RECALLS, PromptReported(request_id=request_id, prompt=prompt), options)

    async def close(self) -> None:
        """Send what is on its way, and disconnect."""
        await self._asking.close()
        await self._publishing.close()

    async def _tell(self, topic: str, body: Contract, options: Mapping[str, Any]) -> None:
        said = event(body, options, self._origin, datetime.now(UTC))
        await self._send(topic, said.owner, said)

    async def _send(self, topic: str, key: str, said: Envelope) -> Receipt:
        return (await self._publishing.send([self._publishing.prepare(topic, key, said)]))[0]
