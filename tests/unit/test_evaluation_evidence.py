"""What asked questions come to: overall, by category, refused ones too."""

from tests.support.asked import asked

from membus.evaluation.evidence import evidence_report

RIGHT = asked("m", sources=[["a"]], id="1", category="x", relevant=frozenset("a"), latency_ms=10)
HALF = asked("m", sources=[["a"]], id="2", category="y", relevant=frozenset("ab"), latency_ms=30)
REFUSED = asked(refused=True, id="3", category="y", relevant=frozenset("a"), latency_ms=2)
ABSTAINED = asked(abstained=True, id="4", category="y", relevant=frozenset("a"), latency_ms=20)
REPORT = evidence_report([RIGHT, HALF, REFUSED, ABSTAINED])


def test_a_refusal_scores_0_and_is_told_apart_from_an_abstention() -> None:
    assert REPORT["recall_at_10"] == 0.375
    assert (REPORT["abstained"], REPORT["refused"]) == (2, 1)


def test_figures_are_given_by_category() -> None:
    assert {name: found["recall_at_10"] for name, found in REPORT["by_category"].items()} == {
        "x": 1.0,
        "y": 0.1667,
    }
    assert REPORT["by_category"]["y"]["questions"] == 3


def test_latencies_are_what_callers_waited() -> None:
    assert REPORT["latency_ms"] == {"p50": 10, "p95": 30}


def test_whatever_missed_something_is_listed_with_what_came() -> None:
    assert [one["id"] for one in REPORT["failed"]] == ["2", "3", "4"]
    assert REPORT["failed"][0]["expected"] == ["a", "b"]
    assert REPORT["failed"][0]["came"] == [["a"]]
    assert REPORT["failed"][1]["abstained"] == "why"


def test_only_the_first_five_count_at_5() -> None:
    sixth = asked(*"123456", sources=[["x"]] * 5 + [["a"]], relevant=frozenset("a"))
    report = evidence_report([sixth])
    assert (report["recall_at_5"], report["recall_at_10"]) == (0, 1)
