"""A summary as text, and the notice of one that could not be made. Pure."""

import re

from membus.contracts.events.turns import Summary

HEADINGS = (
    "task_overview",
    "current_state",
    "important_discoveries",
    "next_steps",
    "context_to_preserve",
)

_HAN = re.compile(r"[\u3400-\u9fff]")
_NOTICE_ENGLISH = "(Earlier messages were left out here without a summary.)"
_NOTICE_CHINESE = "（此处较早的消息未经总结即被略去。）"
NOTICES = (_NOTICE_ENGLISH, _NOTICE_CHINESE)


def summary_text(summary: Summary | None) -> str:
    """Return the summary as a context carries it, one heading after the other."""
    if summary is None:
        return ""
    parts = [(name, getattr(summary, name)) for name in HEADINGS]
    return "\n".join(f"{name}: {text}" for name, text in parts if text)


def with_notice(summary: Summary | None, sample: str) -> Summary:
    """Return the old summary with a notice that something is missing, in the sample's language."""
    old = summary or Summary()
    notice = _NOTICE_CHINESE if _HAN.search(sample) else _NOTICE_ENGLISH
    if notice in old.current_state:
        return old
    return old.model_copy(update={"current_state": f"{old.current_state}\n{notice}".strip()})
