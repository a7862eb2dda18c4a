"""The people and animals of someone's life, as Chinese calls them."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

# Chinese word → (the word of the canonical subject, the predicate that relates the two).
RELATIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "妈妈": ("mother", "mother"),
        "母亲": ("mother", "mother"),
        "老妈": ("mother", "mother"),
        "我妈": ("mother", "mother"),
        "妈": ("mother", "mother"),
        "爸爸": ("father", "father"),
        "父亲": ("father", "father"),
        "老爸": ("father", "father"),
        "爸": ("father", "father"),
        "老婆": ("wife", "spouse"),
        "妻子": ("wife", "spouse"),
        "太太": ("wife", "spouse"),
        "媳妇": ("wife", "spouse"),
        "爱人": ("spouse", "spouse"),
        "老公": ("husband", "spouse"),
        "丈夫": ("husband", "spouse"),
        "女朋友": ("girlfriend", "partner"),
        "男朋友": ("boyfriend", "partner"),
        "未婚妻": ("fiancee", "partner"),
        "未婚夫": ("fiance", "partner"),
        "大女儿": ("elder daughter", "daughter"),
        "小女儿": ("younger daughter", "daughter"),
        "女儿": ("daughter", "daughter"),
        "闺女": ("daughter", "daughter"),
        "大儿子": ("elder son", "son"),
        "小儿子": ("younger son", "son"),
        "儿子": ("son", "son"),
        "孩子": ("child", "child"),
        "小孩": ("child", "child"),
        "宝宝": ("baby", "child"),
        "妹": ("younger sister", "sister"),
        "弟": ("younger brother", "brother"),
        "姐": ("elder sister", "sister"),
        "哥": ("elder brother", "brother"),
        "老伴": ("spouse", "spouse"),
        "小舅子": ("brother-in-law", "relative"),
        "大舅子": ("brother-in-law", "relative"),
        "小姨子": ("sister-in-law", "relative"),
        "同桌": ("classmate", "friend"),
        "房客": ("tenant", "neighbor"),
        "徒弟": ("apprentice", "colleague"),
        "姐姐": ("elder sister", "sister"),
        "妹妹": ("younger sister", "sister"),
        "哥哥": ("elder brother", "brother"),
        "弟弟": ("younger brother", "brother"),
        "奶奶": ("grandmother", "relative"),
        "外婆": ("grandmother", "relative"),
        "姥姥": ("grandmother", "relative"),
        "爷爷": ("grandfather", "relative"),
        "外公": ("grandfather", "relative"),
        "姥爷": ("grandfather", "relative"),
        "婆婆": ("mother-in-law", "relative"),
        "岳母": ("mother-in-law", "relative"),
        "岳父": ("father-in-law", "relative"),
        "表哥": ("cousin", "relative"),
        "表弟": ("cousin", "relative"),
        "表姐": ("cousin", "relative"),
        "表妹": ("cousin", "relative"),
        "叔叔": ("uncle", "relative"),
        "舅舅": ("uncle", "relative"),
        "阿姨": ("aunt", "relative"),
        "姑姑": ("aunt", "relative"),
        "男友": ("boyfriend", "partner"),
        "女友": ("girlfriend", "partner"),
        "对象": ("partner", "partner"),
        "岳父母": ("parents-in-law", "relative"),
        "爸妈": ("parents", "relative"),
        "父母": ("parents", "relative"),
        "侄子": ("nephew", "relative"),
        "侄女": ("niece", "relative"),
        "外甥": ("nephew", "relative"),
        "外甥女": ("niece", "relative"),
        "孙子": ("grandson", "relative"),
        "孙女": ("granddaughter", "relative"),
        "公公": ("father-in-law", "relative"),
        "姑妈": ("aunt", "relative"),
        "姨妈": ("aunt", "relative"),
        "嫂子": ("sister-in-law", "relative"),
        "姐夫": ("brother-in-law", "relative"),
        "大学同学": ("classmate", "friend"),
        "高中同学": ("classmate", "friend"),
        "好朋友": ("friend", "friend"),
        "朋友": ("friend", "friend"),
        "闺蜜": ("best friend", "friend"),
        "发小": ("friend", "friend"),
        "同学": ("classmate", "friend"),
        "上司": ("manager", "manager"),
        "领导": ("manager", "manager"),
        "老板": ("manager", "manager"),
        "主管": ("manager", "manager"),
        "部门经理": ("manager", "manager"),
        "经理": ("manager", "manager"),
        "直属领导": ("manager", "manager"),
        "同事": ("colleague", "colleague"),
        "搭档": ("colleague", "colleague"),
        "助理": ("assistant", "colleague"),
        "邻居": ("neighbor", "neighbor"),
        "室友": ("roommate", "roommate"),
        "房东": ("landlord", "landlord"),
        "manager": ("manager", "manager"),
        "boss": ("manager", "manager"),
        "leader": ("team lead", "manager"),
        "mentor": ("mentor", "teacher"),
        "老大": ("manager", "manager"),
        "组长": ("team lead", "manager"),
        "队长": ("team lead", "manager"),
        "总监": ("manager", "manager"),
        "下属": ("report", "colleague"),
        "合伙人": ("business partner", "colleague"),
        "供应商": ("supplier", "supplier"),
        "供货商": ("supplier", "supplier"),
        "客户": ("client", "client"),
        "甲方": ("client", "client"),
        "乙方": ("contractor", "supplier"),
        "合作方": ("supplier", "supplier"),
        "中介": ("agent", "supplier"),
        "律师": ("lawyer", "lawyer"),
        "保姆": ("nanny", "supplier"),
        "班主任": ("class teacher", "teacher"),
        "家教": ("tutor", "teacher"),
        "老师": ("teacher", "teacher"),
        "导师": ("mentor", "teacher"),
        "教练": ("coach", "teacher"),
        "主治医生": ("doctor", "doctor"),
        "家庭医生": ("family doctor", "doctor"),
        "心理医生": ("therapist", "doctor"),
        "牙医": ("dentist", "dentist"),
        "医生": ("doctor", "doctor"),
        "狗狗": ("dog", "dog"),
        "狗": ("dog", "dog"),
        "猫咪": ("cat", "cat"),
        "猫": ("cat", "cat"),
        "宠物": ("pet", "has_pet"),
    }
)
RELATION = "|".join(sorted(RELATIONS, key=len, reverse=True))

LABELS: Mapping[str, str] = MappingProxyType(
    {
        **{english: chinese for chinese, (english, _) in reversed(list(RELATIONS.items()))},
        "spouse": "爱人",
        "friend": "朋友",
        "dog": "狗",
        "younger sister": "妹妹",
        "elder sister": "姐姐",
        "younger brother": "弟弟",
        "elder brother": "哥哥",
        "cousin": "表亲",
        "cat": "猫",
        "teacher": "老师",
        "doctor": "医生",
        "manager": "上司",
        "colleague": "同事",
        "client": "客户",
        "supplier": "供应商",
        "neighbor": "邻居",
        "partner": "对象",
        "relative": "亲戚",
        "sister": "姐妹",
        "brother": "兄弟",
        "gender": "性别",
        "order_date": "下单时间",
    }
)
_SHE = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "mother sister wife girlfriend fiancee daughter grandmother aunt niece granddaughter nanny"
    ).split()
)
_HE = frozenset(
    "father husband boyfriend fiance son grandfather uncle nephew grandson brother".split()  # noqa: SIM905
)


def gender_of(subject: str) -> Literal["", "she", "he"]:
    """Return what pronoun a canonical subject takes, as far as its last word tells."""
    word = subject.rpartition("'s ")[2].removeprefix("elder ").removeprefix("younger ")
    word = word.removesuffix("-in-law")
    if word in _SHE:
        return "she"
    return "he" if word in _HE else ""


SPEAKER = re.compile(
    r"(?:我本人|我个人|我自己|我们家(?!在|住)|我们|咱们|我家里?(?!在)|咱家(?!在)|我这边|我|咱|俺|本人)(?!们)"
)
