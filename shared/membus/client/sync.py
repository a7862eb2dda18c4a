"""SyncMemoryClient: MemoryClient for programs without an event loop, over a thread that has one."""

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypedDict, TypeVar, Unpack, overload

from membus.client.bus import MemoryClient
from membus.client.documents import DocumentOptions
from membus.client.messages import Message, PublishOptions
from membus.contracts.events.recalls import Freshness, Profile, RecallAnswered, Receipt
from membus.errors import PermanentError
from membus.settings import Settings

T = TypeVar("T")


class ClientOptions(TypedDict, total=False):
    """What MemoryClient takes besides its settings."""

    bootstrap_servers: str | None
    tenant_id: str | None
    agent_id: str | None
    user_zone: str | None


class RecallOptions(TypedDict, total=False):
    """What MemoryClient.recall takes besides the query and the user."""

    session_id: str | None
    task_id: str | None
    agent_id: str | None
    spaces: Sequence[str]
    k: int | None
    as_of: datetime | None
    known_at: datetime | None
    after: Receipt | Iterable[Receipt] | None
    level: Freshness
    explain: bool
    profile: Profile
    deadline_s: float | None


class SyncMemoryClient:
    """MemoryClient, blocking: the same calls, results and errors. Threads may share one."""

    def __init__(self, settings: Settings | None = None, **options: Unpack[ClientOptions]) -> None:
        self._client = MemoryClient(settings, **options)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="membus-client", daemon=True
        )
        self._thread.start()

    def __enter__(self) -> Self:
        """Return the client; it connects when it is first used."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @overload
    def publish(
        self, message: list[Message], **options: Unpack[PublishOptions]
    ) -> list[Receipt]: ...

    @overload
    def publish(self, message: Message, **options: Unpack[PublishOptions]) -> Receipt: ...

    def publish(
        self, message: Message | list[Message], **options: Unpack[PublishOptions]
    ) -> Receipt | list[Receipt]:
        """Publish one message or a list: see MemoryClient.publish."""
        if isinstance(message, list):
            return self._run(self._client.publish(message, **options))
        return self._run(self._client.publish(message, **options))

    def publish_many(
        self, items: Sequence[tuple[Message, Mapping[str, Any]]]
    ) -> list[Receipt | PermanentError]:
        """Publish (message, options) pairs: see MemoryClient.publish_many."""
        return self._run(self._client.publish_many(items))

    def end_session(self, **options: Unpack[PublishOptions]) -> Receipt:
        """End a session: see MemoryClient.end_session."""
        return self._run(self._client.end_session(**options))

    def publish_document(
        self, text: str, *, source_id: str, title: str = "", **options: Unpack[DocumentOptions]
    ) -> Receipt:
        """Publish a document: see MemoryClient.publish_document."""
        return self._run(
            self._client.publish_document(text, source_id=source_id, title=title, **options)
        )

    def remove_document(self, source_id: str, **options: Unpack[DocumentOptions]) -> Receipt:
        """Remove a document: see MemoryClient.remove_document."""
        return self._run(self._client.remove_document(source_id, **options))

    def recall(
        self, query: str, *, user_id: str, **options: Unpack[RecallOptions]
    ) -> RecallAnswered:
        """Return what is known that bears on the query: see MemoryClient.recall."""
        return self._run(self._client.recall(query, user_id=user_id, **options))

    def wait(
        self,
        receipts: Receipt | Iterable[Receipt],
        *,
        level: Freshness = "memory",
        timeout_s: float = 30.0,
    ) -> None:
        """Wait until what the receipts name is there: see MemoryClient.wait."""
        self._run(self._client.wait(receipts, level=level, timeout_s=timeout_s))

    def feedback(
        self,
        memory_id: str,
        *,
        helpful: bool,
        request_id: str | None = None,
        **options: Unpack[PublishOptions],
    ) -> None:
        """Say whether a recalled memory helped: see MemoryClient.feedback."""
        self._run(
            self._client.feedback(memory_id, helpful=helpful, request_id=request_id, **options)
        )

    def report_prompt(
        self, request_id: str, prompt: str, **options: Unpack[PublishOptions]
    ) -> None:
        """Keep the prompt built from a recall: see MemoryClient.report_prompt."""
        self._run(self._client.report_prompt(request_id, prompt, **options))

    def close(self) -> None:
        """Disconnect and end the thread; a second call does nothing."""
        if self._loop.is_closed():
            return
        self._run(self._client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, call: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(call, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise
