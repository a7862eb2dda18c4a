"""Where a context is cut for a summary: at block level, tool pairs whole, images limited.

Pure; token counts are passed in.
"""

from collections.abc import Sequence

from membus.contracts.blocks import Block, DataBlock, TextBlock, ToolCallBlock, ToolResultBlock
from membus.domain.summary_context import ContextEntry

IMAGE_TOKENS = 300
"""What an image is reckoned to take of a context: about a tile of 512 pixels in most models."""

_TOOL_OUTPUT = 2000
_LEFT_OUT = "[image left out]"


def limit_images(entries: Sequence[ContextEntry], limit: int) -> list[ContextEntry]:
    """Return the entries with the newest `limit` data blocks; older ones become a short text.

    Blocks keep their number, so that a message can still be cut between them.
    """
    room = limit
    limited: list[ContextEntry] = []
    for entry in reversed(entries):
        blocks: list[Block] = []
        for block in reversed(entry.msg.content):
            if isinstance(block, DataBlock):
                room -= 1
            keep = room >= 0 or not isinstance(block, DataBlock)
            blocks.append(block if keep else TextBlock(id=block.id, text=_LEFT_OUT))
        limited.append(_with_blocks(entry, blocks[::-1]))
    return limited[::-1]


def block_text(block: Block) -> str:
    """Return a block as a model reads it; a long tool output's beginning."""
    match block:
        case TextBlock():
            return block.text
        case ToolCallBlock():
            return f"[{block.name} {block.input}]"
        case ToolResultBlock():
            parts = block.output if isinstance(block.output, list) else []
            output = block.output if isinstance(block.output, str) else ""
            output += " ".join(part.text for part in parts if isinstance(part, TextBlock))
            return f"[{block.name or 'tool'} → {output[:_TOOL_OUTPUT]}]"
        case DataBlock():
            return f"[{block.name or block.source.media_type or 'file'}]"
        case _:
            return ""


def block_texts(entries: Sequence[ContextEntry]) -> list[str]:
    """Return the text of each block, in order, for counting."""
    return [block_text(block) for entry in entries for block in entry.msg.content]


def block_costs(entries: Sequence[ContextEntry], counts: Sequence[int]) -> list[int]:
    """Return the tokens that each block takes, from the counts of `block_texts`."""
    blocks = [block for entry in entries for block in entry.msg.content]
    return [
        IMAGE_TOKENS if isinstance(block, DataBlock) else count
        for block, count in zip(blocks, counts, strict=True)
    ]


def split(
    entries: Sequence[ContextEntry], costs: Sequence[int], reserve: int
) -> tuple[list[ContextEntry], list[ContextEntry]]:
    """Return (head, tail): the tail is the newest blocks that fit into `reserve` tokens.

    A tool's call and its result stay on one side, so the tail may be smaller. An entry that is cut
    stands on both sides with its own blocks. Where nothing would be in the head, nothing is kept.
    """
    blocks = [block for entry in entries for block in entry.msg.content]
    cut = len(blocks)
    while cut > 0 and costs[cut - 1] <= reserve:
        cut -= 1
        reserve -= costs[cut]
    cut = _past_pairs(blocks, cut)
    if cut == 0:
        cut = len(blocks)
    head: list[ContextEntry] = []
    tail: list[ContextEntry] = []
    for entry in entries:
        size = len(entry.msg.content)
        if cut > 0:
            head.append(_with_blocks(entry, entry.msg.content[:cut]))
        if cut < size:
            tail.append(_with_blocks(entry, entry.msg.content[max(cut, 0) :]))
        cut -= size
    return head, tail


def without_oldest(
    entries: Sequence[ContextEntry], costs: Sequence[int], limit: int
) -> list[ContextEntry]:
    """Return the newest entries that take at most `limit` tokens together."""
    end = len(costs)
    kept: list[ContextEntry] = []
    for entry in reversed(entries):
        start = end - len(entry.msg.content)
        limit -= sum(costs[start:end])
        if limit < 0:
            break
        kept.append(entry)
        end = start
    return kept[::-1]


def _past_pairs(blocks: Sequence[Block], cut: int) -> int:
    """Return the first place from `cut` on that lies between no call and its result."""
    calls = {
        block.id: index
        for index, block in enumerate(blocks)
        if isinstance(block, ToolCallBlock) and block.id
    }
    results = [
        (calls[block.id], index)
        for index, block in enumerate(blocks)
        if isinstance(block, ToolResultBlock) and block.id in calls
    ]
    moved = True
    while moved:
        moved = False
        for call, result in results:
            if call < cut <= result:
                cut, moved = result + 1, True
    return cut


def _with_blocks(entry: ContextEntry, blocks: Sequence[Block]) -> ContextEntry:
    return entry.model_copy(update={"msg": entry.msg.model_copy(update={"content": list(blocks)})})
