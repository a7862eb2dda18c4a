"""The column types of every table: bounded keys, cleaned text, times as microseconds.

Knows no table.
"""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import BigInteger, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# PostgreSQL refuses an index row of more than 2,704 bytes; the widest index has four keys.
KEY_BYTES = 400
_PREFIX = 60


def clean(text: str) -> str:
    """Return the text with what no database stores (NUL, lone surrogates) as U+FFFD."""
    if "\x00" in text:
        text = text.replace("\x00", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def as_key(text: str) -> str:
    """Return the cleaned text if its UTF-8 fits KEY_BYTES, else its beginning and its SHA-256.

    Ids and names may be thousands of bytes long, which no index holds; equal texts stay equal.
    """
    text = clean(text)
    if len(text) * 4 <= KEY_BYTES or len(data := text.encode()) <= KEY_BYTES:
        return text
    return f"{text[:_PREFIX]}…{hashlib.sha256(data).hexdigest()}"


def joined(parts: Sequence[str]) -> str:
    """Return several texts as one key that no other texts give."""
    return as_key(json.dumps(parts, ensure_ascii=False))


class Key(TypeDecorator[str]):
    """A text to look up by. What is read back may be bounded; the whole text lies in a body."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Clean and bound the text, in rows and in conditions alike."""
        del dialect
        return None if value is None else as_key(value)


class Micros(TypeDecorator[datetime]):
    """A UTC time as whole microseconds since 1970: exact, and ordered alike on every database.

    SQLite has no type for times, and texts of them sort wrongly once their forms differ.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return microseconds since the epoch, negative before it."""
        del dialect
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC."""
        del dialect
        return None if value is None else _EPOCH + timedelta(microseconds=value)
