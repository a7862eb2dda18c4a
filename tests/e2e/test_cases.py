"""What memory systems got wrong in public, through the whole stack: change, copy, zone, echo."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from tests.support.worlds import SPRING, Told, Worlds, contents, published, told

from membus.domain.languages import has_han
from membus.settings import Settings

LATER = SPRING + timedelta(days=120)


class Change(NamedTuple):
    """What is said first and months later; what held, and what holds, in answer to a question."""

    first: str
    then: str
    question: str
    before: str
    after: str


CHANGES = [
    Change("I work at Acme.", "I started at Globex.", "Where do I work?", "Acme", "Globex"),
    Change("I work at Initech.", "I now work for Hooli.", "Who do I work for?", "Initech", "Hooli"),
    Change("I live in Oslo.", "I moved to Rome.", "Where do I live?", "Oslo", "Rome"),
    Change("My manager is Dana.", "My new manager is Priya.", "Who's my manager?", "Dana", "Priya"),
    Change("我在华为工作。", "我入职了腾讯。", "我在哪里上班？", "华为", "腾讯"),
    Change("我在京东上班。", "我跳槽到美团了。", "我在哪里工作？", "京东", "美团"),
    Change("我住在杭州。", "我搬到成都了。", "我住在哪里？", "杭州", "成都"),
    Change("我的上司叫王芳。", "我的上司现在是李强。", "我的上司是谁？", "王芳", "李强"),
]

# Several things of one kind: what is asked word for word is the first of them.
COPIES = {
    "English": [
        "The spare key hangs behind the blue jacket in the hall.",
        "The spare key of the cellar hangs in the kitchen.",
        "The blue jacket is at the dry cleaner's in the old town.",
        "I left the hall light on behind the jacket rack.",
    ],
    "Chinese": [
        "备用钥匙挂在门厅那件蓝色外套后面。",
        "地下室的备用钥匙挂在厨房里。",
        "蓝色外套还在老城区的干洗店。",
        "门厅的灯我忘了关，外套还挂着。",
    ],
    "mixed": [
        "我的 MacBook 放在 office 三楼的柜子里。",
        "我的 Kindle 放在 office 二楼的抽屉里。",
        "office 三楼的打印机坏了。",
        "The MacBook charger is on the third floor.",
    ],
}


class Moment(NamedTuple):
    """What is said where and when; the moment that is meant, in UTC, and the day there."""

    text: str
    zone: str
    said: datetime
    question: str
    meant: datetime
    day: str


def utc(day: int, hour: int, minute: int = 0) -> datetime:
    """A time in March 2026."""
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


# Half past midnight on the 10th, where the user is; in UTC another day, or the same one.
MOMENTS = [
    Moment(
        "I met Karl yesterday at 9 am.",
        "Asia/Shanghai",
        utc(9, 16, 30),
        "When did I meet Karl?",
        utc(9, 1),
        "2026-03-09",
    ),
    Moment(
        "昨天上午九点我见了张伟。",
        "Asia/Shanghai",
        utc(9, 16, 30),
        "我什么时候见的张伟？",
        utc(9, 1),
        "2026年3月9日",
    ),
    Moment(
        "I met Karl yesterday at 9 am.",
        "America/New_York",
        utc(10, 4, 30),
        "When did I meet Karl?",
        utc(9, 13),
        "2026-03-09",
    ),
    Moment(
        "I have a dentist appointment tomorrow at 9 am.",
        "Pacific/Auckland",
        utc(9, 11, 30),
        "When is my dentist appointment?",
        utc(10, 20),
        "2026-03-11",
    ),
    Moment(
        "I have to call Ann today at 9 pm.",
        "Asia/Kolkata",
        utc(9, 19, 0),
        "When do I have to call Ann?",
        utc(10, 15, 30),
        "2026-03-10",
    ),
    Moment(
        "明天上午九点我要看牙医。",
        "America/Los_Angeles",
        utc(10, 7, 30),
        "我什么时候看牙医？",
        utc(11, 16),
        "2026年3月11日",
    ),
]

CHINESE = [
    "我女儿小雨对猫毛过敏，所以家里不能养猫。",
    "奶奶的生日蛋糕要无糖的，在街角那家店订。",
    "房东说暖气要等到十一月中旬才会开。",
    "我的自行车停在地铁站东口的车棚里。",
]
CHINESE_QUESTIONS = [
    ("我家里能不能养一只猫", "猫"),
    ("给奶奶订蛋糕的时候要注意些什么", "无糖"),
    ("家里的暖气要等到什么时候才会开", "十一月"),
    ("我把自行车停在什么地方了", "地铁站"),
]

ECHOED = [
    ("I'm allergic to shrimp.", "What am I allergic to?", "shrimp", "I feel like cooking tonight."),
    ("我对虾过敏。", "我对什么过敏？", "虾", "我今晚想自己做饭。"),
]
PROMPT = (
    "You are Nova. The user's name is Zanzibar. The user lives in Atlantis. 用户住在亚特兰蒂斯。"
)
WAYS = ["system prompt", "memory message", "before the text", "after the text", "tool result"]


def echoes() -> Iterator[tuple[str, int, str]]:
    """The world, the place in ECHOED, and the way in which what was recalled comes back."""
    for place in range(len(ECHOED)):
        for way in WAYS:
            yield f"echo {place} {way}", place, way


@pytest.fixture(scope="module")
async def worlds(stack: Settings) -> AsyncIterator[Worlds]:
    """Every world of this module."""
    worlds = {
        **{one.question: [Told(one.first), Told(one.then, LATER)] for one in CHANGES},
        **{f"copies {name}": told(*texts) for name, texts in COPIES.items()},
        **{f"{one.zone} {one.text}": [Told(one.text, one.said, one.zone)] for one in MOMENTS},
        "Chinese": told(*CHINESE),
        **{world: told(ECHOED[place][0]) for world, place, _ in echoes()},
    }
    async with published(stack, worlds) as made:
        yield made


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change.before}-{change.after}")
async def test_what_changed_months_later_holds_and_the_history_has_the_end(
    worlds: Worlds, change: Change
) -> None:
    now = await worlds.ask(change.question, change.question)
    assert change.after in now.context
    assert change.before not in now.context
    then = await worlds.ask(change.question, change.question, as_of=SPRING + timedelta(days=30))
    assert change.before in contents(then)[0]
    assert not any(change.after in content for content in contents(then))
    (ended,) = [
        memory
        for memory in await worlds.memories(change.question)
        if change.before in memory.object and memory.kind != "utterance"
    ]
    assert (ended.status, ended.valid_to) == ("superseded", LATER)


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in COPIES.items() for text in texts]
)
async def test_a_copy_of_what_was_said_finds_it_first(worlds: Worlds, name: str, text: str) -> None:
    answer = await worlds.ask(f"copies {name}", text, k=5)
    assert contents(answer)[0] == text
    assert len(answer.hits) > 1


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{moment.zone} {moment.text[:9]}")
async def test_the_zone_of_the_user_decides_which_day_is_meant(
    worlds: Worlds, moment: Moment
) -> None:
    world = f"{moment.zone} {moment.text}"
    stored = [memory for memory in await worlds.memories(world) if memory.kind != "utterance"]
    assert {memory.valid_from for memory in stored} == {moment.meant}
    answer = await worlds.ask(world, moment.question)
    assert answer.hits[0].memory.valid_from == moment.meant
    assert moment.day in answer.context


@pytest.mark.parametrize(("question", "answer"), CHINESE_QUESTIONS)
async def test_a_chinese_sentence_finds_what_was_said_as_it_was_said(
    worlds: Worlds, question: str, answer: str
) -> None:
    hits = (await worlds.ask("Chinese", question)).hits
    assert answer in hits[0].memory.content
    assert all(has_han(hit.memory.content) for hit in hits)
    assert not any(char.isascii() and char.isalpha() for hit in hits for char in hit.memory.content)


@pytest.mark.parametrize(("world", "place", "way"), list(echoes()))
async def test_what_is_put_into_a_prompt_is_not_learned_again(
    worlds: Worlds, world: str, place: int, way: str
) -> None:
    _, question, known, own = ECHOED[place]
    recalled = await worlds.ask(world, question)
    assert known in recalled.context
    before = await worlds.memories(world)
    text, put_in = brought_back(f"{recalled.context}\n{PROMPT}", recalled.context, own, way)
    receipts = await worlds.say(worlds.users[world], Told(text, LATER), *put_in)
    await worlds.bus.wait(receipts)
    after = {memory.memory_id: memory for memory in await worlds.memories(world)}
    assert all(after.pop(one.memory_id).mention_count == one.mention_count for one in before)
    assert {memory.content for memory in after.values() if memory.kind == "utterance"} <= {own}
    told_now = " ".join(memory.content for memory in after.values())
    assert not any(word in told_now for word in (known, "Zanzibar", "Atlantis", "亚特兰蒂斯"))


def brought_back(prompt: str, block: str, own: str, way: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the user's text, and the messages in front of it, after a framework's work."""
    if way == "system prompt":
        return own, [{"role": "system", "content": prompt}]
    if way == "memory message":
        return own, [{"role": "user", "name": "memory", "content": prompt}]
    if way == "tool result":
        result = {"type": "tool_result", "id": "c1", "name": "recall", "output": block}
        return own, [{"role": "system", "name": "system", "content": [result]}]
    return (f"{block}\n\n{own}" if way == "before the text" else f"{own}\n\n{block}"), []
