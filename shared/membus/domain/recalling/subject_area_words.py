"""The words that a question speaks of a subject area with, by the label that facts carry."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from membus.domain.recalling.gate_signs import words

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": words(r"""
(?<!in )(?<!alphabetical )orders?(?! of\b)|ordered|purchase[sd]?|bought|packages?|parcels?
deliver(?:y|ies|ed)|shipments?|shipped|tracking|courier|waybill|pick-?up code
"""),
        "after-sales": words(r"""
refund(?:s|ed)?|return(?:s|ed|ing)?(?! (?:from|to|home|flight|trip|ticket|train))|warranty
(?:send|sent|give|take) .{0,20}\bback|exchange(?:d|s)?(?! rate)|complain(?:t|ts|ed)?|replacement
defective|broken|damaged|support ticket|case number
"""),
        "reimbursement": r"reimburse\w*|expenses|expense (?:claim|report)s?",
        "schedule": words(r"""
schedul\w+|calendar|agenda|meetings?|appointments?|deadlines?|due(?! to)|to-?dos?|tasks?
reminders?|planned|my plans?|have to do|promised?
"""),
        "contact": words(r"""
phone|telephone|mobile|e-?mail|address|wechat|contact|reach|membership number|password
"""),
        "finance": words(r"""
price|costs?|amount|budget|salary|income|invoices?|account|tax|pay|paid|bills?|owes?
"""),
        "travel": words(r"""
travel\w*|trips?|flights?|trains?|hotels?|passport|visa|seat|visit(?:ed)?|vacation
"""),
        "health": words(r"""
allerg\w+|medicines?|medication|pills?|doctor|dentist|dose|blood type|ill|illness|sick|diagnos\w+
weigh|weight|tall|height
"""),
        "food": words(r"""
eat|food|drink|restaurants?|dinner|lunch|breakfast|dish|cook|diet|vegetarian|vegan
"""),
        "work": words(r"""
work|works|worked|job|company|boss|manager|colleagues?|clients?|customers?|suppliers?|projects?
team|department|contract|office|employer|studies|studied|university
"""),
        "family": words(r"""
wife|husband|spouse|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|parents?|daughters?|sons?
kids?|child|children|sisters?|brothers?|friends?|dogs?|cats?|pets?|married|neighbou?rs?|roommate
"""),
        "preference": words(r"""
likes?(?= \w)|favou?rites?|prefers?|preferences?|hobb(?:y|ies)|enjoys?|hates?|loves?|dislikes?
"""),
        "profile": words(r"""
name|named|called|age|how old|birthday|born|live|lives|lived|hometown|nationality|gender|languages?
surname
"""),
    }
)
CHINESE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "order": words("""
订单|下单|下的单|买的|买了|购买|包裹|快递|物流|发货|收货|到货|签收|派送|运单|取件码
"""),
        "after-sales": words("""
退货|退款|退换|退掉|退回|(?:[想要能给]|申请|可以|怎么|帮我)退(?![休出步役伍烧学票房潮])
换货|投诉|售后|保修|质量问题|坏了|工单|赔付
"""),
        "reimbursement": "报销|差旅费",
        "schedule": "日程|安排|会议|开会|预约|约了|截止|期限|到期|待办|任务|计划|打算|答应",
        "contact": "电话|手机号|邮箱|地址|微信号|联系|会员号|密码|车牌",
        "finance": "价格|多少钱|金额|预算|工资|薪|收入|发票|账[号户单]|付款|付了|税号|欠",
        "travel": "旅行|旅游|出差|航班|机票|火车|高铁|车次|酒店|护照|签证|座位|去过|房间号",
        "health": "过敏|药|医生|看病|生病|什么病|血型|剂量|体重|身高|多高|体检",
        "food": "吃(?![药惊])|喝|餐|饭(?!店)|菜|口味|忌口|饮食",
        "work": words("""
工作|公司|上司|领导|老板|经理|同事|客户|供应商|项目|团队|部门|合同|上班|就职|职位|专业|毕业
"""),
        "family": words("""
老婆|妻子|老公|丈夫|爱人|女朋友|男朋友|妈|爸|父母|母亲|父亲|女儿|儿子|孩子|姐姐|妹妹|哥哥|弟弟
朋友|狗|猫|宠物|结婚|邻居|室友
"""),
        "preference": "喜欢|爱好|偏好|最爱|讨厌|兴趣|习惯",
        "profile": "名字|姓|叫什么|几岁|多大|年龄|生日|住|老家|国籍|性别|语言|身份证",
    }
)
