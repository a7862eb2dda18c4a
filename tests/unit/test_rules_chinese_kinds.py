"""What the Chinese rules read, kind by kind: changes, numbers, states, people, negation."""

import pytest
from tests.support.extraction import facts, stated, turn

Expected = set[tuple[str, str, str]]

CHANGES: list[tuple[str, Expected]] = [
    ("我现在改喝茶了", {("drinks", "茶", "+")}),
    ("我不喝咖啡了，改喝绿茶", {("drinks", "咖啡", "-"), ("drinks", "绿茶", "+")}),
    ("我最近从咖啡改成喝茶了", {("drinks", "茶", "+"), ("drinks", "咖啡", "-")}),
    ("我把Windows换成了Mac", {("uses", "Mac", "+"), ("uses", "Windows", "-")}),
    ("我现在改用飞书了", {("uses", "飞书", "+")}),
    ("我以前在百度，现在在腾讯", {("worked_at", "百度", "+"), ("works_at", "腾讯", "+")}),
    ("我以前住北京现在住上海", {("lived_in", "北京", "+"), ("lives_in", "上海", "+")}),
    ("以前我住在成都", {("lived_in", "成都", "+")}),
    ("上周一我到砺山酒楼当总厨了", {("works_at", "砺山酒楼", "+"), ("role", "总厨", "+")}),
    ("手机号换成13900001111了", {("phone", "13900001111", "+")}),
    ("新号码是13700001234", {("phone", "13700001234", "+")}),
    ("我换成L码了", {("size", "L码", "+")}),
    ("我现在最喜欢喝的是龙井", {("favorite_drink", "龙井", "+")}),
    ("我现在开的是汉兰达", {("vehicle", "汉兰达", "+")}),
    ("我的理财顾问现在是龚姐", {("is", "龚姐", "+")}),
    ("以后叫我Lily吧，别叫我小李了", {("nickname", "Lily", "+"), ("nickname", "小李", "-")}),
]

BIRTHDAYS: list[tuple[str, Expected]] = [
    ("下周五是我生日", {("birthday", "6月7日", "+")}),
    ("今天是我30岁生日", {("birthday", "5月30日", "+")}),
    ("我下个月15号生日", {("birthday", "6月15日", "+")}),
    ("我妈妈的生日是农历八月十五", {("birthday", "农历八月十五", "+")}),
    ("6月8号是我女儿的生日", {("birthday", "6月8号", "+")}),
    ("我是90年3月5日出生的", {("birthday", "90年3月5日", "+")}),
]

NUMBERS: list[tuple[str, Expected]] = [
    ("采购合同编号是CG-2024-118", {("contract", "CG-2024-118（采购）", "+")}),
    ("我的合同编号是HT-2024-9", {("contract", "HT-2024-9", "+")}),
    ("公司地址是杭州市滨江区网商路699号", {("address", "杭州市滨江区网商路699号", "+")}),
    ("我是AB型血", {("blood_type", "AB型", "+")}),
    ("我瘦到78公斤了", {("weight", "78公斤", "+")}),
    ("房间号是302", {("room", "302", "+")}),
    ("我住在酒店的302房间", {("room", "302房间", "+")}),
    ("抽血在302，拍片在303", {("room", "302", "+"), ("room", "303", "+")}),
    ("房租涨到5000元了", {("amount", "5000元", "+")}),
    ("水电一万八千五，防水六千二", {("amount", "一万八千五", "+"), ("amount", "六千二", "+")}),
    ("我月薪从1万涨到1万5了", {("salary", "1万5", "+")}),
    ("我的预算是两千块", {("budget", "两千块", "+")}),
    ("我借给表哥八千五修车", {("event", "借给表哥八千五修车", "+")}),
    (
        "二甲双胍每次吃0.5克",
        {("takes_medicine", "二甲双胍", "+"), ("dose", "每次吃0.5克", "+")},
    ),
    ("我每天吃一片阿司匹林", {("takes_medicine", "阿司匹林", "+"), ("dose", "每天吃一片", "+")}),
    ("我鞋码42", {("shoe_size", "42", "+")}),
    ("我体重降到65公斤了", {("weight", "65公斤", "+")}),
    ("我的wifi密码是abc12345", {("password", "abc12345", "+")}),
    ("我的航班是CA1501", {("flight", "CA1501", "+")}),
    ("我坐G1234次高铁", {("flight", "G1234", "+")}),
    ("保单号PD5530917", {("policy_number", "PD5530917", "+")}),
    ("税号是91320594MA1XXXXXX", {("tax_number", "91320594MA1XXXXXX", "+")}),
    ("我叫王芳，电话13800001111", {("name", "王芳", "+"), ("phone", "13800001111", "+")}),
    ("我住3栋2单元501", {("address", "3栋2单元501", "+")}),
    ("住宿费1200", {("amount", "1200", "+")}),
]

STATES: list[tuple[str, Expected]] = [
    ("我正在办签证", {("state", "办签证", "+")}),
    ("签证还在办", {("state", "办签证", "+")}),
    ("房子装修到一半", {("state", "房子装修到一半", "+")}),
    ("我论文写到一半了", {("state", "论文写到一半", "+")}),
    ("我在等签证结果", {("state", "等签证结果", "+")}),
    ("我最近在找房子", {("state", "找房子", "+")}),
    ("我每天早上六点跑步", {("habit", "每天早上六点跑步", "+")}),
]

PEOPLE: list[tuple[str, Expected]] = [
    ("我们组长是陈磊", {("manager", "陈磊", "+")}),
    ("王经理是我的上司", {("manager", "王经理", "+")}),
    ("张总是我们老板", {("manager", "张总", "+")}),
    ("我爱人姓周", {("surname", "周", "+")}),
    ("我和老王是同事", {("colleague", "老王", "+")}),
    ("小周是我的室友", {("roommate", "小周", "+")}),
    ("我的牙医是李医生", {("dentist", "李医生", "+")}),
    ("我的导师是费老师", {("teacher", "费老师", "+")}),
    ("带我的教练是晏姐", {("teacher", "晏姐", "+")}),
    ("我们公司的供应商是宏达", {("supplier", "宏达", "+")}),
    ("我妹也养了猫，黑的，叫煤球", {("has_pet", "猫", "+"), ("cat", "煤球", "+")}),
    ("捡回一只三花，取名叫酥饼", {("has_pet", "三花", "+"), ("cat", "酥饼", "+")}),
    ("我女儿在枫山幼儿园上中班", {("studies_at", "枫山幼儿园", "+")}),
    ("我在青岛念海洋学的研究生", {("studies_at", "青岛", "+"), ("studies", "海洋学", "+")}),
    ("我奶奶上个月去世了", {("event", "去世", "+")}),
    ("老婆在广州", {("lives_in", "广州", "+")}),
    ("医生说我血糖高", {("has_condition", "血糖高", "+")}),
]

ORDERS: list[tuple[str, Expected]] = [
    (
        "A1001杯子裂了，要退",
        {
            ("order", "A1001", "+"),
            ("complaint", "A1001杯子裂了", "+"),
            ("return", "订单A1001的杯子", "+"),
        },
    ),
    ("上次那个编号为A1001的订单", {("order", "A1001", "+")}),
    (
        "买的鞋小了，想换43码的",
        {("complaint", "买的鞋小了", "+"), ("exchange", "43码", "+"), ("size", "43码", "+")},
    ),
    ("耳机左边没声音", {("complaint", "耳机左边没声音", "+")}),
    ("发票抬头是星湖设计有限公司", {("invoice_title", "星湖设计有限公司", "+")}),
    (
        "合同2024-118周五到期",
        {("contract", "2024-118", "+"), ("deadline", "合同2024-118到期", "+")},
    ),
]

NEEDS: list[tuple[str, Expected]] = [
    ("求推荐一款降噪耳机", {("needs", "降噪耳机", "+")}),
    ("想找一家适合带孩子的餐厅", {("wants", "适合带孩子的餐厅", "+")}),
    ("我想学日语", {("wants", "学日语", "+")}),
    ("帮我订一家人均200左右的日料", {("wants", "人均200左右的日料", "+")}),
    ("周三之前要把报告发给王经理", {("task", "把报告发给王经理", "+")}),
    ("我得在月底前续签护照", {("task", "续签护照", "+")}),
    ("中秋节回老家", {("plans", "回老家", "+")}),
    ("明天下午四点去民政局领证", {("plans", "去民政局领证", "+")}),
    ("这周五停水一天", {("meeting", "停水", "+")}),
]

NEGATIONS: list[tuple[str, Expected]] = [
    ("我从不抽烟", {("smokes", "烟", "-")}),
    ("我戒了糖", {("eats", "糖", "-")}),
    ("我不吃牛肉也不吃羊肉", {("eats", "牛肉", "-"), ("eats", "羊肉", "-")}),
    ("布洛芬我不能吃", {("eats", "布洛芬", "-")}),
    ("我没去成上海", {("event", "去成上海", "-")}),
    ("我没吃过榴莲", {("event", "吃过榴莲", "-")}),
    ("我不会游泳", {("skill", "游泳", "-")}),
    ("我不想去三亚", {("wants", "去三亚", "-")}),
    ("我对牛奶过敏，不是花生", {("allergic_to", "牛奶", "+"), ("allergic_to", "花生", "-")}),
    ("我退出了读书会", {("member_of", "读书会", "-")}),
    ("我不养狗了", {("has_pet", "狗", "-")}),
]

MIXED: list[tuple[str, Expected]] = [
    ("我在Google做PM", {("works_at", "Google", "+"), ("role", "PM", "+")}),
    ("我下周要去Tokyo出差", {("travels_to", "Tokyo", "+")}),
    ("我用iPhone 15", {("uses", "iPhone 15", "+")}),
    ("我的manager是Amy", {("manager", "Amy", "+")}),
    ("我prefer靠窗的座位", {("prefers", "靠窗的座位", "+")}),
]

KINDS = (
    *CHANGES,
    *BIRTHDAYS,
    *NUMBERS,
    *STATES,
    *PEOPLE,
    *ORDERS,
    *NEEDS,
    *NEGATIONS,
    *MIXED,
)

ENGLISH: list[tuple[str, Expected]] = [
    ("I moved to 杭州 last month", {("lives_in", "杭州", "+")}),
    ("I work at 字节跳动", {("works_at", "字节跳动", "+")}),
    ("I like 麻婆豆腐", {("likes", "麻婆豆腐", "+")}),
    ("My manager is 王建国", {("manager", "王建国", "+")}),
]

SILENCE = [
    "锅颠得少了",
    "院子更小了",
    "我的意思是明天再说",
    "我侄子倒是一堆乐器扔着吃灰",
    "那个颜色是红的",
    "说起来我是有点累",
    "我想问问退货流程",
    "总是这样",
    "题目做错了",
    "这家店不错",
    "我觉得她们早就是邻居了",
    "我不想打扰他",
    "哥哥还没反应过来球就进了",
    "在河边玩石子",
    "在学校的运动会上跑了第三",
]


@pytest.mark.parametrize(
    ("text", "expected"), [*KINDS, *ENGLISH], ids=[text for text, _ in (*KINDS, *ENGLISH)]
)
def test_reads(text: str, expected: Expected) -> None:
    assert stated(text) == expected


@pytest.mark.parametrize("text", SILENCE)
def test_reads_nothing_where_nothing_is_stated(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("房租每个月4500块", "user's 房租"),
        ("我的wifi密码是abc12345", "user's wifi"),
        ("6月8号是我女儿的生日", "user's daughter"),
        ("豆包4.2公斤", "豆包"),
        ("我妈的降糖药是二甲双胍", "user's mother's 降糖药"),
    ],
)
def test_a_number_is_of_the_thing_it_was_told_of(text: str, subject: str) -> None:
    assert {fact.subject for fact in facts(turn(text))} == {subject}


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("房租涨到5000元了", "用户的房租的金额是5000元"),
        ("我妈的降糖药是二甲双胍", "用户的妈妈的降糖药是二甲双胍"),
        ("房子装修到一半", "用户：房子装修到一半"),
        ("我怀孕五个月了", "用户怀孕了（自2023年12月）"),
        ("展会改到7月9日", "用户的展会的时间是7月9日"),
    ],
)
def test_says_it_in_the_third_person(text: str, content: str) -> None:
    assert content in {fact.content for fact in facts(turn(text))}


@pytest.mark.parametrize(("text", "_expected"), KINDS, ids=[text for text, _ in KINDS])
def test_every_fact_quotes_its_span(text: str, _expected: Expected) -> None:
    for fact in facts(turn(text)):
        assert fact.quote == text[fact.start : fact.end]
        assert fact.language == "zh"


def test_rooms_that_differ_by_a_digit_stay_apart() -> None:
    """Case 15."""
    at_302, at_303 = (facts(turn(f"面试在{room}室，上午9点开始")) for room in (302, 303))
    assert {fact.object for fact in at_302} == {"302室"}
    assert {fact.object for fact in at_303} == {"303室"}


def test_yesterday_is_the_users_own() -> None:
    """Case 7: 00:30 in Shanghai, still the day before in UTC."""
    (fact,) = facts(turn("我昨天9点摔断了腿"))
    assert fact.valid_from is not None
    assert fact.valid_from.isoformat() == "2024-05-29T01:00:00+00:00"
