"""Counts tokens with OpenAI's o200k_base vocabulary, offline."""

from collections.abc import Sequence

import toktok

_ENCODING = "o200k_base"


class ToktokCounter:
    """A real tokenizer; text that spells a special token counts as ordinary text."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens of each text, of any language."""
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        # One thread: the texts are few and small, and the other cores are other services'.
        counts: list[int] = toktok.batch_count(clean, _ENCODING, threads=1)
        return counts
