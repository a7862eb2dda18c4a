"""A model answers from what recall gave: over HTTP, by an endpoint that says what it is told."""

import re

import pytest
from tests.support.asked import asked
from tests.support.llm_server import MODEL, LlmServer, Reply, Request, fails, llm_server, says
from tests.support.stack import membus

from membus.errors import FatalError
from membus.evaluation.answering import Answered, answer_all, answering_report, judge_all
from membus.evaluation.consistency import ConsistencyCase
from membus.model_settings import LlmSettings
from membus.settings import Settings

BLOCK = (
    "<memory>\nBest first:\n- 2026-03-02 · I live in Oslo.\n- 2026-03-01 · I like tea.\n</memory>"
)
OSLO = asked("I live in Oslo.", "I like tea.", text="Where do I live?", context=BLOCK)
CASE = ConsistencyCase.model_validate(
    {
        "id": "c-1",
        "language": "en",
        "category": "stated",
        "split": "dev",
        "sessions": [
            {
                "at": "2026-03-02T09:00:00Z",
                "messages": [{"role": "user", "text": "I live in Oslo."}],
            }
        ],
        "question": {"text": "Where do I live?"},
        "expect": {"all": ["Oslo"], "none": ["Rome"]},
    }
)


def settings(server: LlmServer) -> Settings:
    return Settings(llm=LlmSettings(base_url=server.url, model=MODEL, attempts=1))


async def report_of(reply: str) -> dict[str, object]:
    with llm_server(says(reply)) as server:
        answers = await answer_all(settings(server), [OSLO])
    return answering_report([CASE], [OSLO], answers, None)


async def test_the_model_gets_the_block_with_its_memories_numbered_and_the_question() -> None:
    with llm_server(says("You live in Oslo. [1]")) as server:
        answers = await answer_all(settings(server), [OSLO])
    system, user = server.requests[0].body["messages"]
    assert "[1] 2026-03-02 · I live in Oslo.\n[2] 2026-03-01 · I like tea." in system["content"]
    assert user == {"role": "user", "content": "Where do I live?"}
    assert answers == [Answered("You live in Oslo.", (1,))]


@pytest.mark.parametrize(
    ("reply", "right", "cited"),
    [
        ("You live in Oslo. [1]", 1, 1),
        ("In Oslo [1, 2].", 1, 1),
        ("在 Oslo。【1】", 1, 1),
        ("You live in Oslo.", 1, 0),
        ("You live in Oslo. [2]", 1, 0),
        ("You live in Oslo. [1][3]", 1, 0),
        ("You live in Oslo. [0]", 1, 0),
        ("You live in Rome. [1]", 0, 1),
        ("Oslo, before that Rome. [1]", 0, 1),
        ("I do not know.", 0, 0),
    ],
)
async def test_answers_and_citations_are_judged_apart(reply: str, right: int, cited: int) -> None:
    report = await report_of(reply)
    assert (report["rate"], report["cited_rate"], report["unanswered"]) == (right, cited, 0)
    assert bool(report["failed"]) is not (right == cited == 1)


async def test_a_question_in_chinese_is_answered_by_rules_in_chinese() -> None:
    with llm_server(says("奥斯陆 [1]")) as server:
        await answer_all(
            settings(server), [asked("我住在奥斯陆", text="我住在哪里？", context=BLOCK)]
        )
    assert "编号" in server.requests[0].prompt


async def test_a_model_that_fails_is_an_answer_that_is_missing() -> None:
    def reply(request: Request) -> Reply:
        return fails(400) if "Where" in request.prompt else says("Oslo [1]")

    other = asked("I live in Oslo.", text="My town?", context=BLOCK)
    with llm_server(reply) as server:
        answers = await answer_all(settings(server), [OSLO, other])
    report = answering_report([CASE, CASE], [OSLO, other], answers, None)
    assert (report["rate"], report["unanswered"]) == (0.5, 1)


async def test_a_judge_gets_what_is_expected_and_the_answer() -> None:
    def reply(request: Request) -> Reply:
        return says("Right." if "Answer: You live in Oslo." in request.prompt else "wrong")

    answers = [Answered("You live in Oslo.", (1,)), Answered("No idea.", ())]
    with llm_server(reply) as server:
        judged = await judge_all(settings(server), "judge-model", [CASE, CASE], answers)
    assert judged == [True, False]
    assert {request.body["model"] for request in server.requests} == {"judge-model"}
    assert "['Oslo']" in server.requests[0].prompt
    assert answering_report([CASE, CASE], [OSLO, OSLO], answers, judged)["judged_rate"] == 0.5


def test_the_command_answers_the_cases_and_says_nothing_but_the_report(local: Settings) -> None:
    def reply(request: Request) -> Reply:
        first = re.search(r"^\[1] (.*)$", request.prompt, re.MULTILINE)
        return says(f"{first[1]} [1]" if first else "I do not know.")

    with llm_server(reply) as server:
        model = f"MEMBUS_LLM__BASE_URL={server.url}", f"MEMBUS_LLM__MODEL={MODEL}"
        words = [word for each in model for word in ("--set", each)]
        done = membus(local, "eval", "answer", "--subset", "--json", *words)
    report = done.json
    assert (done.code, report["cases"], report["unanswered"]) == (0, len(server.requests), 0)
    assert 0 < report["rate"] <= 1
    assert 0 < report["cited_rate"] <= 1


async def test_without_a_model_it_says_which_settings_name_one() -> None:
    with pytest.raises(FatalError, match="MEMBUS_LLM__BASE_URL"):
        await answer_all(Settings(), [OSLO])
