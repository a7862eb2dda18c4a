"""Telephone, mail, address and the numbers that people give, as Chinese puts them."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by, owner
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.clause import Clause, Draft
from membus.domain.identifiers import identifiers_in

_IS = r"(?:号码?|编号|账号)?(?:已经?)?(?:是|为|[:：]|换成了?|改成了?|改为|变成了?|更新为)\s*"
_NUMBERS = {
    "会员": "member_number",
    "会员卡": "member_number",
    "客户": "member_number",
    "银行账": "account_number",
    "账": "account_number",
    "银行卡": "account_number",
    "卡": "account_number",
    "护照": "passport_number",
    "身份证": "id_number",
    "运单": "tracking_number",
    "快递单": "tracking_number",
    "快递": "tracking_number",
    "物流单": "tracking_number",
    "工单": "ticket",
    "合同": "contract",
    "订单": "order",
    "单": "order",
    "发票": "invoice",
}
# 账单, 名单, 菜单 and 保单 are no orders.
_NUMBERED = "|".join(
    rf"(?<![保账名菜传]){word}" if word == "单" else word
    for word in sorted(_NUMBERS, key=len, reverse=True)
)
# Contracts are of kinds, several of each: the kind tells them apart.
_CONTRACT = re.compile(
    r"^(?:我们?的?|咱们?的?|这份|那份|新的?)*(?P<kind>(?:(?![的们份新])[\u4e00-\u9fff]){1,4})合同"
)
_WORKPLACE = re.compile(
    r"(?P<place>公司|单位|办公室|工厂|门店|店铺)(?:的)?(?:新|收货|邮寄|办公)*地址"
)


def _phone(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    for number in identifiers_in(clause.text):
        if number.kind == "phone" or (number.kind == "code" and number.value.isdigit()):
            yield Draft("phone", number.value, subject=owner(clause))
            return


def _only_phone(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 新号码是13700001111: a number of nothing, in the form of a telephone's."""
    if any(number.kind == "phone" for number in identifiers_in(found["o"])):
        yield from _phone(clause, found)


def _mail(clause: Clause, _found: re.Match[str]) -> Iterator[Draft]:
    for address in identifiers_in(clause.text):
        if address.kind == "email":
            yield Draft("email", address.value, subject=owner(clause))
            return


def _number(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    value = re.search(r"(?=[A-Za-z0-9-]*\d)[A-Za-z0-9][A-Za-z0-9-]{2,}", found["o"])
    if value:
        predicate, number = _NUMBERS[found["what"]], value.group()
        kind = _CONTRACT.search(clause.text) if predicate == "contract" else None
        named = f"{number}（{kind['kind']}）" if kind else number
        yield Draft(predicate, named, subject=owner(clause), when="timeless")


def _address(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    address = clean(found["o"])
    place = _WORKPLACE.search(clause.text)
    whose = f"{clause.speaker}'s {place['place']}" if place else owner(clause)
    if len(address) > 4:  # noqa: PLR2004 - shorter is no address
        yield Draft("address", address, subject=whose)


RULES = (
    by(
        rf".{{0,8}}?(?:电话|手机|联系方式)(?:{_IS})?(?P<o>[+\d].*)",
        _phone,
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,6}?(?:打|拨打?)(?:我)?(?:的)?(?:电话)?(?P<o>[+\d]{7,}.*)",
        _phone,
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,4}}?(?:新)?号码?{_IS}(?P<o>[+\d]{{7,}})",
        _only_phone,
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,8}}?(?:邮箱|邮件|email|Email|E-mail)(?:地址)?(?:{_IS})?(?P<o>\S+@.*)",
        _mail,
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,6}}?微信(?:号)?{_IS}(?P<o>[A-Za-z0-9_-]{{3,}})",
        lambda clause, found: [Draft("wechat", found["o"], subject=owner(clause))],
        whole=True,
        of_things=True,
    ),
    by(
        rf".{{0,8}}?(?P<what>{_NUMBERED})(?:号码?|编号)?\s*(?:{_IS})?(?P<o>[A-Za-z0-9#].*)",
        _number,
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,4}?发票抬头(?:是|为|写|开|[:：])(?P<o>[\u4e00-\u9fffA-Za-z（）()]{2,30})",
        lambda clause, found: [Draft("invoice_title", found["o"], subject=clause.speaker)],
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,4}?(?:收件人|收货人|联系人)(?:是|为|写|改成|换成|[:：])(?P<o>[\u4e00-\u9fff]{2,4})",
        lambda clause, found: [Draft("recipient", found["o"], subject=clause.speaker)],
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,6}?车牌(?:号)?(?:是|为|[:：])\s*(?P<o>[\u4e00-\u9fff]?[A-Z][·\s]?[A-Z0-9]{4,6})",
        lambda clause, found: [Draft("license_plate", found["o"], subject=owner(clause))],
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,8}?(?:收货|邮寄|寄送|家庭|公司|新|联系)?地址(?:已经?)?(?:是|为|"
        r"[:：]|换成了?|改成了?|改为|改到了?|变更为|变成了?)(?P<o>.+)",
        _address,
        whole=True,
        of_things=True,
    ),
    by(
        r".{0,8}?(?:寄|送|发|快递)到(?P<o>.*(?:路|街|号|小区|室|区|弄|大厦|村|楼).*)",
        _address,
        whole=True,
        of_things=True,
    ),
)
