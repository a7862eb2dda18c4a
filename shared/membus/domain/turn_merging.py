"""How the records of one message become what a turn keeps of it. Knows nothing of turns."""

import json

from membus.contracts import ids
from membus.contracts.blocks import Base64Source, Block, DataBlock, TextBlock, ToolResultBlock
from membus.contracts.msg import Msg

LARGEST_DATA = 8 * 1024
LARGEST_TOOL_OUTPUT = 16 * 1024
"""Characters that a turn keeps of bytes in base64, and of what a tool gave back."""


def lightened(msg: Msg) -> Msg:
    """Return the message without large bytes and the ends of long tool outputs.

    Nothing is learned from them and the log keeps them, while a turn of an agent that reads files
    or pictures would outgrow a record. What was said stays whole.
    """
    blocks = [_light(block) for block in msg.content]
    same = all(new is old for new, old in zip(blocks, msg.content, strict=True))
    return msg if same else msg.model_copy(update={"content": blocks})


def content_digest(msg: Msg) -> str:
    """Return the hash of what a message says and of whether it is finished.

    Two records with the same message id and digest are one message, delivered twice.
    """
    said = msg.model_dump(
        mode="json", include={"role", "name", "content", "finished_reason"}, exclude_none=True
    )
    said["finished"] = msg.finished_at is not None
    return ids.digest(json.dumps(said, sort_keys=True))


def merge(stored: Msg, later: Msg) -> Msg:
    """Return the message that a stored one and a later record of the same id make together.

    Blocks are matched by id (by place where they have none): the later one wins unless the stored
    one, or the whole stored message, is finished. A block that is new is appended, so that blocks
    keep their places while a reply grows, and both halves of a split message remain.
    """
    blocks = {_key(place, block): block for place, block in enumerate(stored.content)}
    for place, block in enumerate(later.content):
        key = _key(place, block)
        known = blocks.get(key)
        if known is None or not (stored.finished_at or known.finished_at):
            blocks[key] = block
    if stored.finished_at is not None:
        return stored.model_copy(update={"content": list(blocks.values())})
    return later.model_copy(
        update={
            "id": stored.id,
            "name": later.name or stored.name,
            "content": list(blocks.values()),
            "created_at": min(filter(None, (stored.created_at, later.created_at)), default=None),
            "metadata": later.metadata if later.metadata is not None else stored.metadata,
            "usage": later.usage or stored.usage,
        }
    )


def _key(place: int, block: Block) -> tuple[str, str]:
    # A call and its result share their id, so the type tells them apart.
    return block.type, block.id or f"#{place}"


def _light(block: Block) -> Block:
    if isinstance(block, DataBlock):
        return _light_data(block)
    if not isinstance(block, ToolResultBlock):
        return block
    if isinstance(block.output, str):
        output: str | list[TextBlock | DataBlock] = block.output[:LARGEST_TOOL_OUTPUT]
    else:
        output = [_light_part(part) for part in block.output]
    return block if output == block.output else block.model_copy(update={"output": output})


def _light_part(part: TextBlock | DataBlock) -> TextBlock | DataBlock:
    if isinstance(part, DataBlock):
        return _light_data(part)
    return part.model_copy(update={"text": part.text[:LARGEST_TOOL_OUTPUT]})


def _light_data(block: DataBlock) -> DataBlock:
    source = block.source
    if not isinstance(source, Base64Source) or len(source.data) <= LARGEST_DATA:
        return block
    return block.model_copy(update={"source": source.model_copy(update={"data": ""})})
