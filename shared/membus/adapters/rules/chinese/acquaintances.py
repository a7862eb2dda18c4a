"""Who somebody is to the speaker, told from their side: 王经理是我的上司, 我和老周是同事."""

import re
from collections.abc import Iterator

from membus.adapters.rules.chinese.making import by
from membus.adapters.rules.chinese.objects import clean
from membus.adapters.rules.chinese.persons import is_name
from membus.adapters.rules.chinese.relations import RELATION, RELATIONS, SPEAKER
from membus.adapters.rules.clause import Clause, Draft
from membus.contracts.memory import Polarity

_OF_MANY = r"(?:以前的?|现在的?|新来?的?|前|大学|高中|初中|公司的?|部门的?|最好的|的|一个|一位|老)*"
_FIRMS = frozenset({"supplier", "client"})


def _is_mine(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 王经理是我的上司."""
    known = clause.subject and clause.subject != clause.speaker and "'s " not in clause.subject
    if known:
        relation = RELATIONS[found["relation"]][1]
        yield Draft(relation, clause.subject, subject=clause.speaker, when="timeless")


def _firm_is_mine(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 宏达是我们的供应商: no person, so its name is taken as it stands."""
    relation = RELATIONS[found["relation"]][1]
    name = clean(found["o"])
    if relation in _FIRMS and name and clause.subject != name:
        denied = clause.negative or "不" in found["is"]
        polarity: Polarity = "negative" if denied else "positive"
        yield Draft(relation, name, subject=clause.speaker, polarity=polarity, when="timeless")


def _are(_clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我和老周是同事."""
    name = clean(found["o"])
    if is_name(name):
        yield Draft(RELATIONS[found["relation"]][1], name, when="timeless")


def _firm(clause: Clause, found: re.Match[str]) -> Iterator[Draft]:
    """Read 我们的供应商是宏达: a firm's name, which no word cutter knows."""
    word = clause.subject.removeprefix(f"{clause.speaker}'s ")
    relation = next((name for english, name in RELATIONS.values() if english == word), "")
    name = clean(found["o"])
    if relation in _FIRMS and name:
        yield Draft(relation, name, subject=clause.speaker, when="timeless")


_NEIGHBOUR = (
    r"(?:[小老阿][\u4e00-\u9fff](?<![人师板家区学孩时太])|[\u4e00-\u9fff](?:叔|姨|哥|姐|婶|伯|"
    r"奶奶|爷爷))"
)

RULES = (
    by(
        rf"(?:带|教|管|照顾|辅导)我[^，,。]{{0,4}}?的(?P<relation>{RELATION})(?:是|叫)(?P<o>[\u4e00-\u9fff]{{2,4}})$",
        lambda clause, found: [
            Draft(RELATIONS[found["relation"]][1], found["o"], subject=clause.speaker)
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:[\u4e00-\u9fff]{{0,3}})?(?:隔壁|对门|楼上|楼下)(?:邻居|家|屋|的)*(?P<o>{_NEIGHBOUR})",
        lambda clause, found: [
            Draft(
                "neighbor", found["o"], subject=clause.speaker, polarity="positive", when="timeless"
            )
        ],
        whole=True,
        of_things=True,
    ),
    by(
        rf"是{SPEAKER.pattern}的?{_OF_MANY}(?P<relation>{RELATION})(?=$|[，,。了])",
        _is_mine,
    ),
    by(
        rf"(?P<o>[\u4e00-\u9fffA-Za-z]{{2,10}}?)(?P<is>不?是){SPEAKER.pattern}的?{_OF_MANY}"
        rf"(?P<relation>{RELATION})(?=$|[，,。了])",
        _firm_is_mine,
        whole=True,
        of_things=True,
    ),
    by(
        rf"(?:和|跟|与)(?P<o>[\u4e00-\u9fff]{{2,5}}?)是{_OF_MANY}(?P<relation>{RELATION})(?=$|[，,。了])",
        _are,
    ),
    by(
        r"(?:就|都)?(?:是|叫|换成了?|改成了?)(?P<o>[\u4e00-\u9fffA-Za-z]{2,10})(?=$|[，,。了])",
        _firm,
    ),
)
