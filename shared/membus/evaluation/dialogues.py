"""Running conversations that ask memory before some of their lines.

Each is private to an agent of its own: of all the dialogues of a user, only the one that asks is
searched beside the memory that was there before. A line of it that comes back takes up a place.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from membus.client import MemoryClient, PublishOptions
from membus.client.messages import Message
from membus.evaluation.asking import Asked, Asker, Question
from membus.evaluation.bounded import map_bounded
from membus.settings import Settings

_WAIT_S = 60.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a dialogue."""

    role: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation; before each line whose place is in `asked_before`, memory is asked.

    The question is what was said last: the line before. `relevant` are the messages, published
    before, that hold what the next line needs.
    """

    id: str
    user_id: str
    lines: tuple[Line, ...]
    asked_before: tuple[int, ...]
    relevant: frozenset[str]
    zone: str = "UTC"


async def ask_dialogues(
    settings: Settings, dialogues: Sequence[Dialogue], concurrency: int
) -> list[Asked]:
    """Let the dialogues run, `concurrency` at a time; return their answers in order."""
    async with Asker(settings) as asker:
        for zone in {dialogue.zone for dialogue in dialogues}:
            await asker.client(zone)

        async def run(dialogue: Dialogue) -> list[Asked]:
            return [asked async for asked in _run(asker, dialogue)]

        runs = await map_bounded(run, dialogues, concurrency)
    return [asked for answers in runs for asked in answers]


async def _run(asker: Asker, dialogue: Dialogue) -> AsyncIterator[Asked]:
    client = await asker.client(dialogue.zone)
    said = 0
    for place in dialogue.asked_before:
        await _say(client, dialogue, said, place)
        said = place
        yield await asker.ask(
            Question(
                id=f"{dialogue.id}-{place}",
                category=dialogue.user_id,
                text=dialogue.lines[place - 1].text,
                user_id=dialogue.user_id,
                relevant=dialogue.relevant,
                session_id=dialogue.id,
                agent_id=dialogue.id,
                zone=dialogue.zone,
            )
        )


async def _say(client: MemoryClient, dialogue: Dialogue, start: int, end: int) -> None:
    """Publish some lines, and wait until recall sees them.

    All stand in the session's window; what was replied to is memory too, since people take longer
    than the bus between two lines.
    """
    lines = dialogue.lines[start:end]
    where: PublishOptions = {
        "user_id": dialogue.user_id,
        "session_id": dialogue.id,
        "agent_id": dialogue.id,
        "visibility": "private",
    }
    messages: list[Message] = [
        {"id": f"{dialogue.id}:{number}", "role": one.role, "name": one.name, "content": one.text}
        for number, one in enumerate(lines, start)
    ]
    receipts = await client.publish(messages, **where)
    await client.wait(receipts, level="window", timeout_s=_WAIT_S)
    replies = [got for got, one in zip(receipts, lines, strict=True) if one.role == "assistant"]
    if replies:
        await client.wait(replies[-1], timeout_s=_WAIT_S)
