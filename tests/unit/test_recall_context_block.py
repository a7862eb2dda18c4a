from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.support.hits import DAY, hit, message

from membus.contracts.events.recalls import Hit, WindowMessage
from membus.contracts.memory import Memory
from membus.domain.recalling.context_block import Budget, render

APRIL = datetime(2026, 4, 1, tzinfo=UTC)


def block(
    *hits: Hit,
    task: tuple[Memory, ...] = (),
    window: tuple[WindowMessage, ...] = (),
    chinese: bool = False,
) -> str:
    return render(hits, task, window, chinese=chinese, budget=Budget())


def entry(one: Hit, *, chinese: bool = False) -> str:
    """The line of a lone hit, without its dash."""
    lines = [line for line in block(one, chinese=chinese).splitlines() if line.startswith("- ")]
    assert len(lines) == 1
    return lines[0].removeprefix("- ")


def test_the_four_rules_stand_before_the_memories_in_the_language_of_the_question() -> None:
    english = block(hit("User likes tea")).splitlines()
    for rule in ("full use", "follow the preferences", "invent nothing", "question wins"):
        assert rule in english[2]
    chinese = block(hit("用户喜欢茶"), chinese=True).splitlines()
    for rule in ("充分利用", "遵循其中的偏好", "不要编造", "以当前问题为准"):
        assert rule in chinese[2]
    assert english[3] == "- 2026-03-01 · fact · User likes tea"
    assert chinese[3] == "- 2026-03-01 · 事实 · 用户喜欢茶"


def test_nothing_known_is_said_in_the_language_of_the_question_and_no_rules() -> None:
    assert block().splitlines()[1].startswith("Nothing is remembered")
    assert block(chinese=True).splitlines()[1].startswith("没有")
    assert len(block().splitlines()) == 3


ENTRIES = [
    ("User likes tea", {}, "2026-03-01 · fact · User likes tea"),
    ("I like tea", {"kind": "utterance"}, "2026-03-01 · utterance · user: I like tea"),
    ("Oslo is wet", {"speaker": "Ann"}, "2026-03-01 · fact · Ann: Oslo is wet"),
    ("Ann likes tea", {"speaker": "Ann"}, "2026-03-01 · fact · Ann likes tea"),
    ("Ship on Mondays", {"speaker": "assistant"}, "2026-03-01 · fact · assistant: Ship on Mondays"),
    (
        "Opening hours: 9 to 5",
        {"kind": "chunk", "speaker": "", "subject": "shop.md"},
        "2026-03-01 · document · shop.md: Opening hours: 9 to 5",
    ),
    (
        "User works at Acme",
        {"valid_to": APRIL},
        "2026-03-01 · fact · User works at Acme (until 2026-03-31)",
    ),
    (
        "User works at Acme",
        {"valid_from": datetime(2019, 6, 1, tzinfo=UTC)},
        "2026-03-01 · fact · User works at Acme (from 2019-06-01)",
    ),
    (
        "User will call Ann",
        {"valid_from": DAY + timedelta(days=4), "valid_to": DAY + timedelta(days=4, hours=1)},
        "2026-03-01 · fact · User will call Ann (on 2026-03-05)",
    ),
    (
        "User will call Ann (on 2026-03-05 09:00)",
        {"valid_from": DAY + timedelta(days=4), "valid_to": DAY + timedelta(days=4, hours=1)},
        "2026-03-01 · fact · User will call Ann (on 2026-03-05 09:00)",
    ),
    (
        "User lives in Oslo (since 2019)",
        {
            "valid_from": datetime(2019, 1, 1, tzinfo=UTC),
            "valid_to": APRIL,
            "status": "superseded",
        },
        "2026-03-01 · fact · User lives in Oslo (since 2019) (until 2026-03-31)",
    ),
    (
        "User likes jazz",
        {"polarity": "negative"},
        "2026-03-01 · fact · User likes jazz (this is not so)",
    ),
    (
        "User doesn't like jazz",
        {"polarity": "negative"},
        "2026-03-01 · fact · User doesn't like jazz",
    ),
    (
        "no jazz, please",
        {"polarity": "negative", "kind": "utterance"},
        "2026-03-01 · utterance · user: no jazz, please",
    ),
]
CHINESE_ENTRIES = [
    ("我喜欢茶", {"kind": "utterance"}, "2026-03-01 · 原话 · 用户: 我喜欢茶"),
    ("周一发货", {"speaker": "assistant"}, "2026-03-01 · 事实 · 助手: 周一发货"),
    (
        "用户特别喜欢爵士",
        {"polarity": "negative"},
        "2026-03-01 · 事实 · 用户特别喜欢爵士（并非如此）",
    ),
    ("用户不喜欢爵士", {"polarity": "negative"}, "2026-03-01 · 事实 · 用户不喜欢爵士"),
    (
        "用户在极光工作",
        {"valid_to": APRIL},
        "2026-03-01 · 事实 · 用户在极光工作（至2026-03-31止）",
    ),
    (
        "用户要开会（2026年3月5日15:00）",
        {"valid_from": DAY + timedelta(days=4), "valid_to": DAY + timedelta(days=4, hours=1)},
        "2026-03-01 · 事实 · 用户要开会（2026年3月5日15:00）",
    ),
]


@pytest.mark.parametrize(("content", "fields", "line"), ENTRIES)
def test_an_entry_says_when_who_what_and_whether_it_is_so(
    content: str, fields: dict[str, object], line: str
) -> None:
    assert entry(hit(content, **fields)) == line


@pytest.mark.parametrize(("content", "fields", "line"), CHINESE_ENTRIES)
def test_an_entry_in_chinese(content: str, fields: dict[str, object], line: str) -> None:
    assert entry(hit(content, **fields), chinese=True) == line


def test_days_are_the_users() -> None:
    late = hit("User likes tea", last_mentioned_at=datetime(2026, 3, 1, 20, tzinfo=UTC))
    shanghai = ZoneInfo("Asia/Shanghai")
    shown = render([late], [], [message("hi")], chinese=False, budget=Budget(), zone=shanghai)
    assert "- 2026-03-02 · fact" in shown
    assert "- 2026-03-01 17:00 · user: hi" in shown


def test_what_was_said_follows_under_its_title_oldest_first() -> None:
    task = hit("pack the lamp", memory_id="in task", type="working").memory
    said = tuple(message(f"line {n}", at=DAY + timedelta(minutes=n)) for n in range(3))
    double = message("pack the lamp", message_id="in task")
    lines = block(hit("User likes tea"), task=(task,), window=(*said, double)).splitlines()
    assert lines[4:-1] == [
        "Said in this task:",
        "- 2026-03-01 09:00 · user: pack the lamp",
        "Earlier in this session:",
        "- 2026-03-01 09:00 · user: line 0",
        "- 2026-03-01 09:01 · user: line 1",
        "- 2026-03-01 09:02 · user: line 2",
    ]


def test_many_hits_leave_a_third_to_the_newest_of_the_session() -> None:
    hits = [hit(f"fact {n} " + "x" * 150) for n in range(20)]
    said = [message(f"line {n} " + "y" * 60, at=DAY + timedelta(minutes=n)) for n in range(20)]
    lines = render(hits, [], said, chinese=False, budget=Budget()).splitlines()
    talk = [line for line in lines if "user: line" in line]
    assert sum(map(len, talk)) > 250
    assert "line 19" in talk[-1]
    facts = [line for line in lines if "fact ·" in line]
    assert [f"fact {n} " in line for n, line in enumerate(facts)] == [True] * len(facts)
    assert sum(map(len, facts)) > 700


def test_a_short_session_leaves_its_share_to_the_hits_and_no_hits_theirs_to_the_session() -> None:
    hits = [hit(f"fact {n} " + "x" * 150) for n in range(20)]
    alone, beside = block(*hits), block(*hits, window=(message("hi"),))
    assert alone.count("fact ·") - beside.count("fact ·") <= 1
    said = tuple(message(f"{n} " + "y" * 150) for n in range(20))
    assert len(block(window=said)) > 1200


def test_the_first_hit_that_does_not_fit_ends_the_hits() -> None:
    hits = [hit(f"fact {n} " + "x" * 240) for n in range(5)] + [hit("User likes tea")]
    shown = block(*hits)
    assert [f"fact {n} " in shown for n in range(5)] == [True] * 4 + [False]
    assert "tea" not in shown
