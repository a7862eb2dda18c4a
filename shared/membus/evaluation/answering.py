"""Answers end to end: a model answers the consistency cases from the context block, and cites it.

By rule, an answer is right when it says what the case expects, and its citations are right when
they name memories that came, one of which says it too. A judge model may be asked beside the rule.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from membus.bootstrap_models import language_model
from membus.domain.languages import has_han
from membus.errors import TransientError
from membus.evaluation.asking import Asked
from membus.evaluation.bounded import map_bounded
from membus.evaluation.consistency import ConsistencyCase, rates
from membus.evaluation.evidence import latency
from membus.evaluation.metrics import mean
from membus.settings import Settings

_SERVICE = "evaluation"
_CITED = re.compile(r"[\[【]\s*(\d+(?:\s*[,，、]\s*\d+)*)\s*[\]】]")
_RULES = {
    "en": "Answer in one or two short sentences. After them, cite the numbers of the memories that"
    " you used, e.g. [1][3]. If none of them helps, say that you do not know, and cite nothing.",
    "zh": "请用一两句话简短回答，并在最后标出所用记忆的编号，例如 [1][3]。"
    "如果没有一条记忆有帮助，就说不知道，不要标编号。",
}
_JUDGE = (
    "You check answers. You get a question, what a right answer must say and must not say, and an"
    " answer. Reply with one word: right or wrong."
)


@dataclass(frozen=True, slots=True)
class Answered:
    """What the model wrote without its citations, the numbers cited; empty where it gave none."""

    text: str
    cited: tuple[int, ...]


async def require_model(settings: Settings) -> None:
    """Raise FatalError where no model is set, before anything is published."""
    async with language_model(settings, _SERVICE):
        pass


async def answer_all(settings: Settings, asked: Sequence[Asked]) -> list[Answered]:
    """Let the model answer from what recall gave; a model that fails gives an empty answer.

    Raises FatalError where no model is set.
    """
    async with language_model(settings, _SERVICE) as model:

        async def answer(one: Asked) -> Answered:
            context = numbered(one.answer.context, len(one.answer.hits))
            rules = _RULES["zh" if has_han(one.question.text) else "en"]
            try:
                written = await model.ask(
                    [
                        {"role": "system", "content": f"{context}\n\n{rules}"},
                        {"role": "user", "content": one.question.text},
                    ],
                    until=model.deadline(),
                )
            except TransientError:
                return Answered("", ())
            return read_answer(written.text)

        return await map_bounded(answer, asked, settings.llm.concurrency)


async def judge_all(
    settings: Settings, judge: str, cases: Sequence[ConsistencyCase], answers: Sequence[Answered]
) -> list[bool]:
    """Return what a judge model says of each answer; silence counts as wrong."""
    async with language_model(settings, _SERVICE, judge) as model:

        async def is_right(pair: tuple[ConsistencyCase, Answered]) -> bool:
            case, answered = pair
            said = (
                f"Question: {case.question.text}\n"
                f"Must say all of: {case.expect.every}\nMust say one of: {case.expect.some}\n"
                f"Must not claim: {case.expect.none}\nAnswer: {answered.text}"
            )
            try:
                verdict = await model.ask(
                    [{"role": "system", "content": _JUDGE}, {"role": "user", "content": said}],
                    until=model.deadline(),
                )
            except TransientError:
                return False
            return verdict.text.strip().lower().startswith("right")

        return await map_bounded(
            is_right, zip(cases, answers, strict=True), settings.llm.concurrency
        )


def numbered(context: str, memories: int) -> str:
    """Return the block with its memories numbered from 1; they are its first entries."""
    number = 0
    lines = []
    for line in context.split("\n"):
        if line.startswith("- ") and number < memories:
            number += 1
            lines.append(f"[{number}] {line[2:]}")
        else:
            lines.append(line)
    return "\n".join(lines)


def read_answer(text: str) -> Answered:
    """Return an answer apart from the numbers that it cites."""
    cited = [int(number) for found in _CITED.findall(text) for number in re.findall(r"\d+", found)]
    return Answered(_CITED.sub("", text).strip(), tuple(dict.fromkeys(cited)))


def answering_report(
    cases: Sequence[ConsistencyCase],
    asked: Sequence[Asked],
    answers: Sequence[Answered],
    judged: Sequence[bool] | None,
) -> dict[str, Any]:
    """Return how often the answer, and what it cites, is right; `judged` is a judge's opinion."""
    faults = [case.expect.faults([one.text]) for case, one in zip(cases, answers, strict=True)]
    right = [not found for found in faults]
    cited = [
        citations_hold(case, one, answered)
        for case, one, answered in zip(cases, asked, answers, strict=True)
    ]
    report: dict[str, Any] = {
        "cases": len(cases),
        "rate": round(mean(right), 4),
        "cited_rate": round(mean(cited), 4),
        "unanswered": sum(not answered.text for answered in answers),
        "latency_ms": latency(asked),
        "by_category": rates([case.category for case in cases], right),
        "by_language": rates([case.language for case in cases], right),
        "failed": [
            {
                "id": case.id,
                "category": case.category,
                "question": case.question.text,
                "answer": answered.text,
                "cited": answered.cited,
                "faults": found,
            }
            for case, answered, found, holds in zip(cases, answers, faults, cited, strict=True)
            if found or not holds
        ],
    }
    if judged is not None:
        report["judged_rate"] = round(mean(judged), 4)
    return report


def citations_hold(case: ConsistencyCase, asked: Asked, answered: Answered) -> bool:
    """Whether an answer cites memories that came, at least one of them with what is expected."""
    contents = asked.contents
    if not answered.cited or not all(1 <= number <= len(contents) for number in answered.cited):
        return False
    return case.expect.is_in([contents[number - 1] for number in answered.cited])
