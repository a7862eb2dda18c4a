"""Tokens are counted by a real tokenizer, whatever the language."""

from membus.adapters.tokens import ToktokCounter


def test_known_counts() -> None:
    assert ToktokCounter().count(["hello world", ""]) == [2, 0]


def test_chinese_is_not_bytes_over_four() -> None:
    text = "我们明天下午三点在会议室讨论退货流程" * 222
    (tokens,) = ToktokCounter().count([text[:4000]])
    assert 1500 < tokens < 3500


def test_order_is_kept_and_oddities_count() -> None:
    texts = ["a", "\ud800", "\x00", "🙂" * 10, "<|endoftext|>", "word " * 20_000]
    counts = ToktokCounter().count(texts)
    assert len(counts) == len(texts)
    assert all(count > 0 for count in counts)
    assert counts[4] > 1
    assert counts[5] >= 20_000
