"""Receipts: places in the log that a recall waits for. Pure."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from membus.contracts.events.recalls import Receipt


class Reader(NamedTuple):
    """Who may read what receipts name."""

    tenant_id: str
    user_id: str
    space_id: str | None


def newest(receipts: Iterable[Receipt]) -> list[Receipt]:
    """Return the last receipt of each session and partition: marks rise, so it stands for all."""
    last: dict[tuple[str, int], Receipt] = {}
    for receipt in receipts:
        place = (receipt.session, receipt.partition)
        if place not in last or last[place].offset < receipt.offset:
            last[place] = receipt
    return list(last.values())


def by_reader(receipts: Iterable[Receipt]) -> dict[Reader, list[Receipt]]:
    """Return the newest receipts by who may read them."""
    found: dict[Reader, list[Receipt]] = {}
    for receipt in newest(receipts):
        tenant_id = unquote(receipt.session.partition("/")[0])
        reader = Reader(tenant_id, receipt.user_id, receipt.space_id)
        found.setdefault(reader, []).append(receipt)
    return found
