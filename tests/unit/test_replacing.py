"""What was said in another session ends when something else is said to be so, or called off.

Rules and writer together: by the words of the later message, whichever of both comes in first.
"""

import pytest
from tests.support.remembering import holding, remembered

REPLACED = [
    # one value at a time, by the table or by what the name ends with
    ("My locker code is 4711.", "My locker code is 8822.", {"User's locker code is 8822"}),
    (
        "My favourite breakfast is porridge.",
        "My favourite breakfast these days is congee.",
        {"User's favorite breakfast is congee"},
    ),
    ("My dentist is Dr Patel.", "My dentist is Dr Okafor now.", {"User's dentist is Dr Okafor"}),
    ("Our landlord is Mr Hale.", "Our landlord is Ms Ortiz now.", {"User's landlord is Ms Ortiz"}),
    ("I drive a Peugeot 208.", "I drive a Skoda Octavia.", {"User drives Skoda Octavia"}),
    ("My gym is PureGym.", "My gym is Anytime Fitness.", {"User's gym is Anytime Fitness"}),
    ("My rent is 900.", "The rent went up to 950.", {"User's rent is 950"}),
    ("I weigh 82 kg.", "I'm down to 78 kg.", {"User weighs 78 kg"}),
    (
        "My team is the growth team.",
        "I've moved to the platform team.",
        {"User's team is the platform team"},
    ),
    ("我的项目叫海鸥。", "我的项目改名叫白鹭了。", {"用户的项目是白鹭"}),
    ("我的会员等级是银卡。", "我的会员等级升到金卡了。", {"用户的会员等级是金卡"}),
    ("我上司叫周敏。", "新上司叫贺强。", {"用户的上司是贺强"}),
    ("我是护士。", "我现在是药剂师了。", {"用户的职业是药剂师"}),
    ("我在增长组。", "我调到平台组了。", {"用户在平台组"}),
    # many values at a time, one of which took over
    ("I'm learning Portuguese.", "I'm learning Finnish now.", {"User studies Finnish"}),
    (
        "I'm taking sertraline.",
        "We've switched, I'm taking mirtazapine from now on.",
        {"User takes mirtazapine"},
    ),
    ("我室友叫许航。", "现在我室友叫邓聪。", {"用户的室友是邓聪"}),
    # one date at a time
    (
        "Our release is planned for 14 July.",
        "Our release is planned for 9 August.",
        {"User's release is on August 9"},
    ),
    (
        "The wedding is on 12 July.",
        "The wedding is now on 3 August.",
        {"User has wedding (on 2024-08-03)"},
    ),
    ("展会定在7月14日开幕。", "展会改到8月9日开幕。", {"用户的展会开幕的时间是8月9日"}),
    ("7月20日有个面试。", "面试推迟到7月28日了。", {"用户有安排：面试（2024年7月28日）"}),
    # taken back, without the value
    ("My phone number is 07700900111.", "Forget what I said about my phone number.", set()),
    ("我血型是AB型。", "我之前说的血型不对。", set()),
    ("我男朋友叫陈默。", "我和陈默分手了。", {"用户的对象不是陈默", "用户：和陈默分手"}),
    # corrected, without what was wrong
    (
        "My passport number is X1234567.",
        "Ignore the passport number I gave you, it's X7654321.",
        {"User's passport number is X7654321"},
    ),
    (
        "My order number is A1001.",
        "The order number I gave was wrong, it's A1002.",
        {"User has order A1002"},
    ),
    ("我的护照号是E12345678。", "护照号我给错了，是E87654321。", {"用户的护照号是E87654321"}),
    (
        "爸的降压药现在吃的是氨氯地平。",
        "医生给爸换了药，降压药现在吃的是缬沙坦。",
        {"用户的爸爸的降压药是缬沙坦"},
    ),
    # called off under other words
    (
        "I'm going to run the marathon in October.",
        "I'm out of the marathon, my knee is done.",
        {"User called off the marathon"},
    ),
    ("6月20日我约了看牙。", "看牙那个预约取消了。", {"用户取消了看牙那个预约"}),
    ("我打算七月辞职。", "我决定不辞职了。", {"用户不打算辞职"}),
    (
        "I'm going to Valencia in July with the choir.",
        "Forget what I said about the choir trip, I'm not going after all.",
        {"User called off the choir trip"},
    ),
    (
        "I'm flying to Berlin in July.",
        "I'm not going to Berlin after all.",
        {"User does not travel to Berlin"},
    ),
    ("七月我要跟合唱团去西安演出。", "合唱团那趟当我没说，我不去了。", {"用户取消了合唱团那趟"}),
]
BESIDE = [
    ("I like tea.", "I like hiking."),
    ("I'm learning Portuguese.", "I'm also learning Finnish now."),
    ("I'm taking metformin.", "I'm taking vitamin D now."),
    ("My booking number is AB12CD.", "My booking number is EF34GH."),
    ("My shoe size is 42.", "My size is M."),
    ("My address is 7 Low Road, Leeds.", "Our office address is 9 Mid Lane, York."),
    ("My flatmate is Ana.", "My flatmate is Ben."),
    ("采购合同编号是CG-2024-118。", "维保合同编号是WB-2024-03。"),
    ("我家地址是杭州市西湖区文一路12号。", "公司地址是杭州市滨江区网商路699号。"),
    ("I'm flying to Berlin in July.", "I'm not going to Rome after all."),
    ("I have a meeting with Ana on 20 July.", "The concert was moved to 21 July."),
]


@pytest.mark.parametrize("arriving", [(0, 1), (1, 0)], ids=["in order", "the later first"])
@pytest.mark.parametrize(("earlier", "later", "left"), REPLACED)
def test_only_what_holds_is_left(
    earlier: str, later: str, left: set[str], arriving: tuple[int, int]
) -> None:
    assert holding(remembered(earlier)), "the earlier message states something"
    assert holding(remembered(earlier, later, arriving=arriving)) == left


@pytest.mark.parametrize("arriving", [(0, 1), (1, 0)], ids=["in order", "the later first"])
@pytest.mark.parametrize(("earlier", "later"), BESIDE)
def test_what_does_not_exclude_each_other_stands(
    earlier: str, later: str, arriving: tuple[int, int]
) -> None:
    first = holding(remembered(earlier))
    both = holding(remembered(earlier, later, arriving=arriving))
    assert first <= both
    assert len(both) > len(first)


def test_of_several_values_nobody_knows_which_was_taken_over() -> None:
    memories = remembered(
        "I'm learning Portuguese.", "I'm learning the drums.", "I'm learning Finnish now."
    )
    assert holding(memories) >= {"User studies Portuguese", "User studies Finnish"}


def test_of_two_meetings_nobody_knows_which_was_moved() -> None:
    memories = remembered(
        "I have a meeting with Ana on 20 July.",
        "I have a meeting with Bo on 22 July.",
        "The meeting was moved to 21 July.",
    )
    assert holding(memories) >= {
        "User has meeting with Ana (on 2024-07-20)",
        "User has meeting with Bo (on 2024-07-22)",
    }


def test_a_plan_that_is_denied_may_be_put_in_another_form() -> None:
    memories = remembered(
        "I'm quitting my job in July.", "I've decided not to quit my job after all."
    )
    assert holding(memories) == {"User does not plan to quit their job"}


def test_a_meeting_that_was_moved_may_be_called_by_another_word() -> None:
    memories = remembered("7月20日下午三点开会。", "会议改到7月21日下午五点了。")
    assert holding(memories) == {"用户有安排：会议（2024年7月21日17:00）"}


def test_what_is_past_is_not_called_off() -> None:
    (trip,) = remembered("I'm flying to Berlin on Friday.")
    later = [f"{day} o'clock." for day in range(7)]
    memories = remembered(
        "I'm flying to Berlin on Friday.", *later, "I'm not going to Berlin after all."
    )
    assert trip.content in holding(memories)


def test_what_was_called_off_may_be_planned_again() -> None:
    memories = remembered(
        "I'm flying to Berlin in July.",
        "I'm not going to Berlin after all.",
        "I'm flying to Berlin in August.",
    )
    assert "User travels to Berlin (2024-08)" in holding(memories)
    assert "User travels to Berlin (2024-07)" not in holding(memories)


def test_who_moved_last_autumn_lives_there_since() -> None:
    assert holding(remembered("I moved to Cardiff last autumn.")) == {
        "User lives in Cardiff (since 2023-09-23)"
    }
    assert "用户住在成都（自2023年9月）" in holding(remembered("去年秋天我搬到了成都。"))
