"""Memories that are easily taken for each other, through the whole stack: each is kept and told.

Several values of one kind, other numbers and names in like words, what is so and what is not, one
order of many.
"""

import re
from collections.abc import AsyncIterator

import pytest
from tests.support.worlds import Worlds, contents, published, told

from membus.settings import Settings

# What one may have many of, or two subjects have; a question of both, and what tells them apart.
SEVERAL = [
    ("I like tea.", "I like hiking.", "What do I like?", "tea", "hiking"),
    ("I love jazz.", "I love opera.", "Which music do I love?", "jazz", "opera"),
    ("I speak French.", "I speak Japanese.", "Which languages do I speak?", "French", "Japanese"),
    ("I play tennis.", "I play chess.", "What do I play?", "tennis", "chess"),
    ("I'm allergic to nuts.", "I'm allergic to crab.", "What are my allergies?", "nuts", "crab"),
    ("My dog is Rex.", "My cat is Misu.", "What are my pets called?", "Rex", "Misu"),
    ("I live in Rome.", "My brother lives in Oslo.", "Who lives where?", "Rome", "Oslo"),
    ("我喜欢喝茶。", "我喜欢爬山。", "我喜欢什么？", "茶", "爬山"),
    ("我会说法语。", "我会说日语。", "我会说什么语言？", "法语", "日语"),
    ("我对花生过敏。", "我对芒果过敏。", "我对什么过敏？", "花生", "芒果"),
    ("我的狗叫旺财。", "我的猫叫咪咪。", "我的宠物叫什么？", "旺财", "咪咪"),
    ("我住在上海。", "我弟弟住在苏州。", "我和我弟弟住在哪里？", "上海", "苏州"),
]
# Words alike but for a number, a name, a day or a unit; a question of both.
ALIKE = {
    "room": ("room 302 at 9", "room 303 at 9", "Which room at 9?", "302", "303"),
    "room in a sentence": (
        "Bring the printed slides for the pricing team to room 302 at 9.",
        "Bring the printed slides for the pricing team to room 303 at 9.",
        "Which room do I bring the slides to?",
        "302",
        "303",
    ),
    "name": (
        (
            "Please remember that Anna brings the projector, the blue folder, the cables, the"
            " badges, the water bottles and the cookies to the workshop."
        ),
        (
            "Please remember that Hanna brings the projector, the blue folder, the cables, the"
            " badges, the water bottles and the cookies to the workshop."
        ),
        "Who brings the projector to the workshop?",
        "Anna",
        "Hanna",
    ),
    "day": (
        (
            "The plumber comes on Monday to look at the boiler, the kitchen tap, the drain,"
            " the radiators, the dishwasher hose and the water meter downstairs."
        ),
        (
            "The plumber comes on Thursday to look at the boiler, the kitchen tap, the drain,"
            " the radiators, the dishwasher hose and the water meter downstairs."
        ),
        "Which days does the plumber come?",
        "Monday",
        "Thursday",
    ),
    "unit": (
        (
            "The crate for the museum loan, with the frame, the glass, the packing foam, the paper"
            " file and the customs label inside, weighs 40 kilograms."
        ),
        (
            "The crate for the museum loan, with the frame, the glass, the packing foam, the paper"
            " file and the customs label inside, weighs 40 pounds."
        ),
        "How heavy is the crate for the museum loan?",
        "kilograms",
        "pounds",
    ),
    "房间": ("302房间，九点开会。", "303房间，九点开会。", "九点在哪个房间开会？", "302", "303"),
    "名字": (
        "请记住张敏负责带投影仪、蓝色文件夹、备用电源线、胸牌、矿泉水和饼干去培训现场。",
        "请记住张丽负责带投影仪、蓝色文件夹、备用电源线、胸牌、矿泉水和饼干去培训现场。",
        "谁负责带投影仪去培训现场？",
        "张敏",
        "张丽",
    ),
    "日子": (
        "水管工星期一上门检查锅炉、厨房水龙头、浴室下水道、暖气片、洗碗机软管和楼下的水表。",
        "水管工星期四上门检查锅炉、厨房水龙头、浴室下水道、暖气片、洗碗机软管和楼下的水表。",
        "水管工哪天上门检查锅炉？",
        "星期一",
        "星期四",
    ),
    "单位": (
        "借给博物馆的箱子连同画框、玻璃、泡沫垫、文件袋和海关标签一共重40公斤。",
        "借给博物馆的箱子连同画框、玻璃、泡沫垫、文件袋和海关标签一共重40磅。",
        "借给博物馆的箱子有多重？",
        "公斤",
        "磅",
    ),
}
# What is not so, what is, and the word that the answer to the question must not take for so.
NEGATED = [
    ("I don't eat cilantro.", "I eat a lot of tofu.", "What do I eat?", "cilantro"),
    ("I never drink coffee.", "I drink green tea.", "What do I drink?", "coffee"),
    ("I no longer eat meat.", "I eat fish on Fridays.", "What do I eat?", "meat"),
    ("I can't stand mushrooms.", "I like peppers.", "Do I like mushrooms?", "mushrooms"),
    ("I'm not allergic to nuts.", "I'm allergic to crab.", "What am I allergic to?", "nuts"),
    ("I don't speak German.", "I speak Dutch.", "Which languages do I speak?", "German"),
    ("我不吃香菜。", "我常吃豆腐。", "我吃什么？", "香菜"),
    ("我从来不喝酒。", "我喝绿茶。", "我喝什么？", "酒"),
    ("我不喜欢吃辣。", "我喜欢吃甜的。", "我喜欢吃什么？", "辣"),
    ("我对花生不过敏。", "我对虾过敏。", "我对什么过敏？", "花生"),
    ("我已经不抽烟了。", "我每天跑步。", "我抽烟吗？", "烟"),
    ("我没去过日本。", "我去过韩国。", "我去过哪些国家？", "日本"),
]
NO = ("not", "n't", "never", "no longer", "dislike", "can't stand", "不", "没", "讨厌")
NUMBERED = {
    "orders": [
        "My order A1001 is a desk lamp.",
        "My order A1002 is a bookshelf.",
        "My order A1010 is a carpet.",
        "My order B1001 is a mirror.",
        "上次的订单 A1003 是一把椅子。",
    ],
    "订单": [
        "我上次买台灯的订单编号是 A1001。",
        "我上次买书架的订单编号是 A1002。",
        "我上次买地毯的订单编号是 A1010。",
        "我上次买镜子的订单编号是 B1001。",
        "那个订单的物流一直没有更新。",
    ],
    "papers": [
        "Contract 2024-118 is with the lawyers.",
        "Contract 2024-181 is signed.",
        "合同 2024-119 还没盖章。",
        "Ticket INC-20931 is about the printer.",
        "Ticket INC-20913 is about the badge reader.",
    ],
}
BY_NUMBER = [
    ("orders", "Where is order A1001?", "desk lamp"),
    ("orders", "What was order a1010 again?", "carpet"),
    ("orders", "上次那个编号为 A1001 的订单", "desk lamp"),
    ("orders", "A1003", "椅子"),
    ("订单", "上次那个编号为 A1001 的订单", "台灯"),
    ("订单", "编号B1001的订单是什么？", "镜子"),
    ("订单", "我的订单a1010到哪了", "地毯"),
    ("papers", "Who has contract 2024-118?", "lawyers"),
    ("papers", "合同2024-119签了吗", "盖章"),
    ("papers", "What was INC-20931 about?", "printer"),
]


@pytest.fixture(scope="module")
async def worlds(stack: Settings) -> AsyncIterator[Worlds]:
    """Every world of this module."""
    worlds = {
        **{first: told(first, second) for first, second, *_ in SEVERAL},
        **{first: told(first, second) for first, second, *_ in ALIKE.values()},
        **{first: told(first, second) for first, second, *_ in NEGATED},
        **{name: told(*texts) for name, texts in NUMBERED.items()},
    }
    async with published(stack, worlds) as made:
        yield made


@pytest.mark.parametrize(("first", "_second", "question", "one", "other"), SEVERAL)
async def test_a_second_value_does_not_end_the_first(
    worlds: Worlds, first: str, _second: str, question: str, one: str, other: str
) -> None:
    answer = await worlds.ask(first, question)
    assert one in answer.context
    assert other in answer.context
    assert {memory.status for memory in await worlds.memories(first)} == {"active"}


@pytest.mark.parametrize("name", ALIKE)
async def test_what_differs_in_one_detail_is_two_memories(worlds: Worlds, name: str) -> None:
    first, second, question, one, other = ALIKE[name]
    shown = contents(await worlds.ask(first, question))
    assert any(re.search(rf"\b{one}" if one.isascii() else one, content) for content in shown)
    assert any(other in content for content in shown)
    said = [one for one in await worlds.memories(first) if one.kind == "utterance"]
    assert {(one.content, one.status, one.mention_count) for one in said} == {
        (first, "active", 1),
        (second, "active", 1),
    }


@pytest.mark.parametrize(("no", "yes", "question", "word"), NEGATED)
async def test_what_is_not_so_is_told_as_not_so(
    worlds: Worlds, no: str, yes: str, question: str, word: str
) -> None:
    answer = await worlds.ask(no, question)
    lines = [line for line in answer.context.splitlines() if word in line]
    assert lines
    assert all(any(sign in line.casefold() for sign in NO) for line in lines)
    stated = [
        memory
        for memory in await worlds.memories(no)
        if word in memory.object and memory.kind != "utterance"
    ]
    assert stated
    assert all(one.polarity == "negative" or one.predicate == "dislikes" for one in stated)
    assert yes not in lines


@pytest.mark.parametrize(("world", "question", "thing"), BY_NUMBER)
async def test_what_is_named_by_its_number_is_found_before_its_like(
    worlds: Worlds, world: str, question: str, thing: str
) -> None:
    best = (await worlds.ask(world, question)).hits[0]
    assert best.level == "exact"
    assert thing in best.memory.content
