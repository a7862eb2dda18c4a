"""Questions of general knowledge and their answers: they say nothing of who asks or of the matter.

Only forms that ask for a definition, a fact of the world, a way in a programming tool, or a joke.
Whatever points at somebody or something at hand (my, this, that order, at 3) is no such question.
"""

import re

LONGEST = 160
"""Characters of a question; a longer one has a story to tell."""

_TOOL = (
    r"(?:python|java|javascript|typescript|js|c\+\+|rust|golang|sql|mysql|postgres|git|linux|bash|"
    r"shell|vim|excel|word|docker|kubernetes|k8s|css|html|regex|pandas|numpy|react|vue|node|latex)"
)
_TERM = rf"(?:\w*(?:tion|sion|sis|ity|ism|logy|ence|ics|graphy|nomy)|{_TOOL})"
_LEAD = (
    r"(?:(?:oh|ok|okay|and|so|hey|hi|hello|btw|by the way|please|thanks|well|also|quick question)"
    r"[,.! ]+)*(?:(?:can|could|would|will) you (?:please )?|do you know |i wonder )?"
    r"(?:tell me |explain (?:to me )?(?:again )?)?"
)
_ASKED_IN_ENGLISH = re.compile(
    rf"{_LEAD}(?:"
    r"what(?:'?s| is| are) (?:an? |the (?:difference between|meaning of|definition of|capital of|"
    r"population of|currency of|plural of|opposite of|formula (?:of|for)|square root of|"
    r"boiling point of|speed of|tallest|largest|longest|smallest|biggest|highest|deepest) |"
    rf"{_TERM}[?.! ]*$)"
    r"|what does (?-i:[a-z][\w-]*|[A-Z]{2,}) (?:mean|stand for)[?.! ]*$"
    r"|who (?:invented|wrote|painted|discovered|composed|directed|founded|sculpted|built) "
    r"|how many (?:continents|planets|oceans|countries) (?:are there|exist)[?.! ]*$"
    r"|how (?:many \w+|tall|far|deep|high|fast|heavy|big|old) (?:is|are there in|does|do) an? "
    r"|how (?:tall|far|deep|high|long|big|old|fast) (?:is|are) (?:the )?"
    r"(?:(?-i:[A-Z])|earth|moon|sun)"
    rf"|how (?:do|can|would|to) (?:i |you |we )?(?:.* )?(?:in|with|using) {_TOOL}\b"
    r"|how (?:do|can|would) (?:i|you|we) (?:spell|pronounce|say) "
    rf"|(?:what|how) (?:an? )?{_TERM} (?:is|are|works?)[?.! ]*$"
    r"|(?:tell me )?(?:(?:an?|another|one more) )?(?:good |funny )?(?:joke|riddle|fun fact|poem)\b"
    r")",
    re.IGNORECASE,
)
_AT_HAND_IN_ENGLISH = re.compile(
    r"\b(?:i'?m|i'?ve|i'?d|my|mine|me(?! an?\b| how\b| what\b| who\b)|our|ours|us|your|yours|"
    r"he|she|they|him|her|his|hers|them|their|this|that|these|those|here|today|tonight|tomorrow|yesterday|now|next|last|"
    r"order|refund|delivery|shipping|price|cost|warranty|account|password|meeting|deadline|"
    r"appointment|address|status|plan|plans|name|birthday|again|port|server|budget|favou?rite)\b"
    r"|\w's (?!the\b|an?\b)\w+|\d",
    re.IGNORECASE,
)
_MORE = re.compile(r"[,;:.?!]\W*\w")

_ASKED_IN_CHINESE = re.compile(
    r"(?:[嗯哦那啊好的对了请问一下,，。! ！]{0,8})(?:"
    r"什么(?:是|叫)\w+"
    r"|\w+(?:是什么(?:意思)?|什么意思|是啥(?:意思)?)[呢啊呀]?"
    r"|(?:解释|介绍|讲解|科普)(?:一下|下)?\w+"
    r"|\w+有多[长高大远重深快宽厚热冷][呢啊呀]?"
    r"|(?:世界上|地球上|太阳系里?|中国|全球)?最\w+的\w+是(?:哪|什么|谁)\w*"
    r"|\w+的(?:首都|英文|反义词|近义词|区别)是(?:什么|哪里|哪儿|哪)[呢啊呀]?"
    r"|\w+(?:和|与|跟)\w+(?:有什么区别|的区别(?:是什么)?)"
    r"|谁(?:发明|发现|创作)了?\w+"
    rf"|{_TOOL}\w*(?:怎么|如何|怎样)\w+"
    rf"|(?:怎么|如何|怎样)用?(?:{_TOOL}|正则)\w+"
    r"|(?:给我)?(?:再)?(?:讲|说|来)(?:一?个|段)?(?:冷)?(?:笑话|谜语|故事|段子)[吧呗呢啊]?"
    r")[?？。!！~～ ]*",
    re.IGNORECASE,
)
_AT_HAND_IN_CHINESE = re.compile(
    r"[我你您他她它咱俺这那\d价费券卡账货退款单]|上次|昨天|今天|明天|快递|会员|套餐|合同|保修|会议|"
    r"密码|地址|名字|生日|预算"
)

_PERSONAL = re.compile(
    r"\b(?:your|yours|you'?ve|you'?re|you (?:said|told|mentioned|asked|like|have|want)|i'?ve|i'?ll|"
    r"i (?:have|will|am|can)|my|we|our|us|done|noted|booked|added|updated|saved|sent|reminder)\b"
    r"|[我你您咱]|已[为经将]?|之前|上次|提醒|订单",
    re.IGNORECASE,
)


def asks_general_knowledge(text: str) -> bool:
    """Whether all of a text is one question that anybody could ask anywhere."""
    text = text.strip()
    if len(text) > LONGEST or "\n" in text:
        return False
    if _ASKED_IN_ENGLISH.match(text):
        question = _without_lead(text)
        return not (_MORE.search(question) or _AT_HAND_IN_ENGLISH.search(question))
    found = _ASKED_IN_CHINESE.fullmatch(text)
    return bool(found) and not _AT_HAND_IN_CHINESE.search(text.replace("给我", ""))


def answers_generally(text: str) -> bool:
    """Whether an answer to such a question keeps to it: no word of who asked, nothing done."""
    return not _PERSONAL.search(text)


def _without_lead(text: str) -> str:
    lead = re.match(_LEAD, text, re.IGNORECASE)
    return text[lead.end() :] if lead else text
