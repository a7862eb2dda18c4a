"""Chinese sentences and what the rules must read in them: nothing more, nothing less."""

import pytest
from tests.support.extraction import facts, stated, turn

STATEMENTS = [
    # who and where
    ("我叫李伟", {("name", "李伟", "+")}),
    ("叫我小李就行", {("nickname", "小李", "+")}),
    ("我今年34岁", {("age", "34", "+")}),
    ("我的生日是6月3日", {("birthday", "6月3日", "+")}),
    ("我来自四川", {("is_from", "四川", "+")}),
    ("我会说英语和法语", {("speaks", "英语", "+"), ("speaks", "法语", "+")}),
    ("我住在杭州", {("lives_in", "杭州", "+")}),
    ("我家在苏州", {("lives_in", "苏州", "+")}),
    ("我和女朋友住在广州天河区", {("lives_in", "广州天河区", "+")}),
    ("我上个月搬到深圳了", {("lives_in", "深圳", "+")}),
    ("从杭州搬到成都了", {("lives_in", "成都", "+"), ("moved_from", "杭州", "+")}),
    ("我不再住在北京了", {("lives_in", "北京", "-")}),
    ("我以前住在成都", {("lived_in", "成都", "+")}),
    ("我2010年到2015年住在北京", {("lives_in", "北京", "+")}),
    # work and study
    ("我住在杭州，在阿里巴巴工作。", {("lives_in", "杭州", "+"), ("works_at", "阿里巴巴", "+")}),
    ("我三月份入职了字节跳动", {("works_at", "字节跳动", "+")}),
    ("跳槽到了网易", {("works_at", "网易", "+")}),
    ("我不在阿里工作了", {("works_at", "阿里", "-")}),
    ("我上周从阿里离职了", {("left_job", "阿里", "+"), ("works_at", "阿里", "-")}),
    ("我是一名软件工程师", {("role", "软件工程师", "+")}),
    ("我爸爸是医生", {("role", "医生", "+")}),
    ("我的上司叫王建国", {("manager", "王建国", "+")}),
    ("我2012年毕业于清华大学", {("graduated_from", "清华大学", "+")}),
    ("我在学西班牙语", {("studies", "西班牙语", "+")}),
    ("我正在写毕业论文", {("works_on", "毕业论文", "+")}),
    # family and pets
    (
        "我女儿叫小雨，今年5岁，对花生过敏。",
        {("daughter", "小雨", "+"), ("age", "5", "+"), ("allergic_to", "花生", "+")},
    ),
    ("我妈妈叫张兰", {("mother", "张兰", "+")}),
    ("我姐姐住在南京", {("lives_in", "南京", "+")}),
    ("我有两个孩子", {("children_count", "2", "+")}),
    ("我没有孩子", {("children_count", "0", "+")}),
    ("我养了一只猫，叫咪咪", {("has_pet", "猫", "+"), ("cat", "咪咪", "+")}),
    ("我没有养宠物", {("has_pet", "宠物", "-")}),
    ("小雨的生日是5月3日", {("birthday", "5月3日", "+")}),
    # tastes and health
    ("我喜欢喝茶", {("likes", "茶", "+")}),
    (
        "我喜欢爬山、咖啡和爵士乐。",
        {("likes", "爬山", "+"), ("likes", "咖啡", "+"), ("likes", "爵士乐", "+")},
    ),
    ("我不喜欢喝茶", {("likes", "茶", "-")}),
    ("我讨厌蘑菇", {("dislikes", "蘑菇", "+")}),
    ("我受不了恐怖片", {("dislikes", "恐怖片", "+")}),
    ("我喜欢新房子，但是讨厌噪音。", {("likes", "新房子", "+"), ("dislikes", "噪音", "+")}),
    ("我不吃香菜", {("eats", "香菜", "-")}),
    ("我不能吃辣", {("eats", "辣", "-")}),
    ("我从来不喝咖啡", {("drinks", "咖啡", "-")}),
    ("平时不怎么喝牛奶", {("drinks", "牛奶", "-")}),
    ("我去年戒烟了", {("smokes", "烟", "-")}),
    ("我最喜欢的颜色是绿色", {("favorite_color", "绿色", "+")}),
    ("我更喜欢靠窗的座位", {("prefers", "靠窗的座位", "+")}),
    ("比起咖啡我更喜欢茶", {("prefers", "茶", "+")}),
    ("我习惯早起", {("habit", "早起", "+")}),
    ("我吃素", {("diet", "素食", "+")}),
    ("我怕打针", {("afraid_of", "打针", "+")}),
    ("我会弹吉他", {("plays", "弹吉他", "+")}),
    ("我对海鲜和青霉素过敏", {("allergic_to", "海鲜", "+"), ("allergic_to", "青霉素", "+")}),
    ("我对坚果不过敏", {("allergic_to", "坚果", "-")}),
    ("我有糖尿病", {("has_condition", "糖尿病", "+")}),
    # identifiers
    ("我的电话是13800138000", {("phone", "13800138000", "+")}),
    ("我的邮箱是li.wei@example.com", {("email", "li.wei@example.com", "+")}),
    ("我的会员号是88001234", {("member_number", "88001234", "+")}),
    ("合同编号是2024-118", {("contract", "2024-118", "+")}),
    ("订单号是A1001", {("order", "A1001", "+")}),
    ("快递单号SF1234567890", {("tracking_number", "SF1234567890", "+")}),
    (
        "地址改为杭州市西湖区文三路18号",
        {("address", "杭州市西湖区文三路18号", "+")},
    ),
    # orders
    ("我的订单A1001还没收到", {("order", "A1001", "+"), ("order_status", "还没收到", "+")}),
    ("我想退货", {("return", "所购商品", "+")}),
    ("我想把这件外套退掉", {("return", "这件外套", "+")}),
    ("我要申请退款", {("refund", "所购商品", "+")}),
    ("我上周六买了一辆红色自行车", {("bought", "红色自行车", "+")}),
    ("这件外套有划痕", {("complaint", "这件外套有划痕", "+")}),
    ("我预算5000元左右", {("budget", "5000元", "+")}),
    ("我要报销上个月的差旅费", {("reimbursement", "上个月的差旅费", "+")}),
    ("我需要一张发票", {("invoice", "发票", "+")}),
    # tasks, plans, meetings
    ("我需要周五之前提交报告", {("task", "提交报告", "+")}),
    ("明天下午五点提醒我给妈妈打电话", {("task", "给妈妈打电话", "+")}),
    ("我下周二下午三点要看牙医", {("meeting", "看牙医", "+")}),
    ("周三下午三点和李总开会", {("meeting", "和李总开会", "+")}),
    ("报告的截止日期是周五", {("deadline", "报告", "+")}),
    ("我6月3日要去巴黎出差", {("travels_to", "巴黎", "+")}),
    ("我下周周一到周三在上海出差", {("travels_to", "上海", "+")}),
    ("我去过日本", {("visited", "日本", "+")}),
    ("我没去过韩国", {("visited", "韩国", "-")}),
    ("我打算明年春节回老家", {("plans", "回老家", "+")}),
    ("我会在明天给你发合同", {("commitment", "发合同", "+")}),
    (
        "请记住门锁密码是4711",
        {("remember", "门锁密码是4711", "+"), ("password", "4711", "+")},
    ),
    # a statement beside a question
    ("我住在杭州，附近有什么好吃的？", {("lives_in", "杭州", "+")}),
    # two languages in one sentence
    ("我在Acme工作", {("works_at", "Acme", "+")}),
]

SILENCE = [
    "我喜欢喝茶吗？",
    "我喜欢喝茶吗",
    "我住在哪里？",
    "你喜欢什么？",
    "我住在杭州，对吗？",
    "能帮我查一下订单吗？",
    "我想问一下退货流程",
    "我有个问题",
    "如果我住在海边就好了",
    "假如我在NASA工作",
    "可能会搬到深圳",
    "听说他讨厌猫",
    "他说“我住在罗马”",
    "我今天很开心",
    "今天天气怎么样",
    "我喜欢这个颜色",
    "我不想退货",
    "我不小心打碎了碗",
    "吃了一顿好的",
    "谢谢，帮了大忙",
    "好的，没问题",
    "哈哈哈",
]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_reads_what_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert stated(text) == expected


@pytest.mark.parametrize("text", SILENCE)
def test_reads_nothing_where_nothing_is_stated(text: str) -> None:
    assert stated(text) == set()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我不吃香菜", "用户不吃香菜"),
        ("我住在杭州", "用户住在杭州"),
        ("我老婆在医院工作", "用户的老婆在医院工作"),
        ("我2010年到2015年住在北京", "用户曾经住在北京（2010年至2015年）"),
        ("我需要周五之前提交报告", "用户需要提交报告（2024年5月31日前）"),
        ("周三下午三点和李总开会", "用户有安排：和李总开会（2024年6月5日15:00）"),
    ],
)
def test_says_it_in_the_third_person_with_its_date(text: str, content: str) -> None:
    (fact,) = facts(turn(text))
    assert (fact.content, fact.language) == (content, "zh")


def test_tells_whose_fact_it_is() -> None:
    named = {fact.predicate: fact for fact in facts(turn("我女儿小雨对花生过敏"))}
    assert (named["daughter"].subject, named["allergic_to"].subject) == ("user", "小雨")
    (unnamed,) = facts(turn("我女儿对花生过敏"))
    assert unnamed.subject == "user's daughter"


def test_a_pronoun_means_who_was_spoken_of_before() -> None:
    (fact,) = facts(turn("她对牛奶过敏", before=[("user", "我女儿叫小雨")]))
    assert fact.subject == "小雨"


def test_names_and_identifiers_are_entities() -> None:
    (works,) = facts(turn("我在阿里巴巴工作"))
    assert works.entities == ["阿里巴巴"]
    order = next(fact for fact in facts(turn("订单A1001还没到")) if fact.predicate == "order")
    assert order.entities == ["A1001"]
