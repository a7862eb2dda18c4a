"""Orders, purchases, returns, refunds and complaints, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft

_CODE = r"(?P<n>(?=[A-Za-z0-9-]*\d)[A-Za-z0-9][A-Za-z0-9-]{2,})"
_ORDER = (
    r"(?:订单|单子|包裹|编号(?:是|为)?(?=[A-Za-z0-9-]+(?:的|这|那)?(?:个|笔)?订单))"
    rf"(?:号|编号|号码)?(?:是|为|[:：])?\s*{_CODE}|"
    rf"{_CODE.replace('?P<n>', '?P<n2>')}(?:这|那)?(?:个|笔|单)?(?:的)?订单"
)
_STATUS = re.compile(
    r"(?P<s>(?:一直|到现在|至今|怎么|都|已经?|还是?|仍|显示)*(?:还没有?|没有?|未|"
    r"不)?(?:收到|到货|发货|发出|送到|签收|到|退款|取消|付款|发|揽收|派送|出库|"
    r"破损|损坏|少了|少发|漏发|发错|丢失|送错|延误|处理|审核|退回|完成)[^，,。！]{0,12})"
)
_BAD = (
    r"(?:坏了|坏的|破了|裂开了?|没声音|没反应(?!过来)|不响|不亮|连不上|充不上电|摔坏了?|碎了|断裂|缺角|缺货|过期了?|漏液|卡住了?|开不了机|死机|破损|裂了|碎了|有划痕|有瑕疵|有问题|漏水|掉色|开线|脱线|"
    r"褪色|发霉|发错了?|少发了?|漏发了?|少了[一两三四五六\d]|尺码不对|颜色不对|"
    r"不合适|太大|太小|偏大|偏小|偏紧|不能用|用不了|打不开|充不进电|不制冷|不制热|"
    r"断了|变质|异味|有色差|起球)"
)


def _order(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    number = found["n"] or found["n2"]
    yield Draft("order", number, subject=clause.speaker, polarity="positive")
    behind = clause.text[found.end() :]
    status = _STATUS.search(behind)
    if status:
        yield Draft(
            "order_status", clean(status["s"]), subject=f"order {number}", polarity="positive"
        )


def _asks_for(predicate: str, clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        number = re.search(_CODE, clause.text)
        thing = clean(found["o"] or "") or clean(found["b"] or "") or clause.thing
        order = number["n"] if number else clause.order
        named = f"订单{order}" if order else ""
        whole = f"{named}的{thing}" if named and thing and order not in thing else thing or named
        yield Draft(predicate, whole or "所购商品", subject=clause.speaker)


def _bought(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    if not clause.negative:
        yield Draft("bought", clean(found["o"]))


_GOODS = r"(?:买的|收到的?|寄来的?|鞋子?|衣服|裤子?|裙子?|外套|帽子|戒指|这[件双条个款])"


def _complaint(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    if clause.text.startswith("我") and not re.match(r"我们?(?:收到|买|订|下单)", clause.text):
        return  # 我打碎了碗 is no fault of what was sold
    told = re.sub(r"^(?:但是?|不过|可是|而且|另外|还有|结果)", "", clause.text)
    numbers = re.search(_CODE, told)
    if numbers:
        yield Draft("order", numbers["n"], subject=clause.speaker, polarity="positive")
    elif clause.order:
        told = f"{told}（订单{clause.order}）"
    yield Draft("complaint", told, subject=clause.speaker, polarity="positive")


def item(told: str) -> str:
    """Return the thing that a complaint or a purchase is about: A1001的杯子裂了 → 杯子."""
    bare = re.sub(rf"{_CODE}(?:号)?(?:订单)?(?:里|里面)?的?|[（(].*", "", told)
    bare = re.sub(r"^(?:我们?)?(?:收到|买|订)的|^(?:这|那)[个只件双台款条]?", "", bare)
    return re.sub(rf"(?:是|都|还|也|有点|有些|已经|就|里面|屏幕|上面|颜色|尺码)*{_BAD}.*", "", bare)


def _reimbursed(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    claim = re.search(r"(?:要|需要|想|申请|去)报销(?P<o>.{2,20})", clause.raw)
    if claim and not clause.negative:
        yield Draft("reimbursement", clean(claim["o"]), when="timeless")


_WANT = r"(?:想要?|要|需要|申请|希望|打算|麻烦|帮我|请|给我|能不能)*"

RULES = (
    by(rf".{{0,14}}?(?:{_ORDER})", _order, whole=True, of_things=True),
    by(
        rf".{{0,10}}?{_WANT}(?:把(?P<b>[\u4e00-\u9fffA-Za-z0-9]{{1,10}}?)"
        r")?(?<![已被不无])(?:退货|退掉|退了|退回)(?P<o>(?!地址|吗|运费|政策|流程|"
        rf"原因)[^，,。]{{0,12}})",
        lambda clause, found: (
            _asks_for("return", clause, found)
            if re.search(r"想|要|申请|希望|帮我|请|退掉", clause.text)
            else []
        ),
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:我|那我|所以我?|就)?(?P<b>)(?:想要?|要|需要|申请|希望|帮我|给我|直接)+退(?:了|掉)?(?P<o>)$",
        lambda clause, found: _asks_for("return", clause, found),
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,10}}?{_WANT}(?P<b>)退款(?P<o>(?!吗|政策|流程|进度|时间|到账|状态|"
        rf"已|什么)[^，,。]{{0,12}})",
        lambda clause, found: (
            _asks_for("refund", clause, found)
            if re.search(r"想|要|申请|希望|帮我|请", clause.text)
            else []
        ),
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,10}}?{_WANT}(?P<b>)换(?:货|一(?:个|件|双|台)|成|个|(?=\d{{2}}码|[SMLX]{{1,3}}码?|[红黄蓝绿黑白灰粉]色?的))(?P<o>[^，,。]{{0,12}})",
        lambda clause, found: (
            _asks_for("exchange", clause, found)
            if re.search(r"想|要|申请|希望|帮我|请", clause.text)
            else []
        ),
        whole=True,
        of_things=True,
    ),
    by(r"(?:在.{1,8})?(?:刚)?(?:又)?(?:买|购买|下单|订购|入手|网购)(?:了|的是)(?P<o>.+)", _bought),
    by(
        rf".{{0,6}}?{_GOODS}[^，,。]{{0,6}}?(?:有点|太|偏)?(?:小|大|短|长|紧|松|少)了",
        _complaint,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:收到的?)?[\u4e00-\u9fffA-Za-z0-9]{{0,12}}?(?:是|都|还|也|有点|有些|"
        rf"已经|就|里面|屏幕|上面|颜色|尺码)*{_BAD}",
        _complaint,
        whole=True,
        of_things=True,
    ),
    by(
        r"(?:我)?(?:想|要|打算|准备)*(?P<o>投诉[^，,。]{1,16})",
        lambda clause, found: (
            []
            if clause.negative
            else [Draft("complaint", clean(found["o"]), subject=clause.speaker)]
        ),
        whole=True,
        of_things=True,
    ),
    by(r".*报销.", _reimbursed),
    by(
        r"(?:(?:要|需要|想要?)开?|开)(?:一张|个)?(?P<o>.{0,8}发票)",
        lambda clause, found: [] if clause.negative else [Draft("invoice", clean(found["o"]))],
    ),
)
