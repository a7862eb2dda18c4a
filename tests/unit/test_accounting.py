"""What must be accounted for, and by whom."""

from datetime import UTC, datetime

from membus.contracts.events.outcomes import Outcome, OutcomeKind
from membus.domain.accounting import Accounts, Place


def test_a_record_without_an_outcome_is_found() -> None:
    accounts = Accounts()
    accounts.expect("e-1", "TurnClosed", Place("membus.turns.v1", 0, 7))

    assert {(one.kind, one.stage) for one in accounts.findings()} == {
        ("unaccounted", "extraction"),
        ("unaccounted", "compression"),
    }


def test_a_document_is_ingestions_to_account_for() -> None:
    accounts = Accounts()
    accounts.expect("e-1", "DocumentPublished", Place("membus.documents.v1", 0, 7))

    assert [(one.kind, one.stage) for one in accounts.findings()] == [("unaccounted", "ingestion")]


def test_what_no_stage_acts_on_needs_no_outcome() -> None:
    accounts = Accounts()
    accounts.expect("e-1", "Tick", Place("membus.changes.v1", 0, 7))
    accounts.expect("e-2", "PromptReported", Place("membus.recalls.v1", 0, 7))

    assert accounts.findings() == []


def test_a_tick_told_twice_may_find_nothing_the_second_time() -> None:
    accounts = Accounts()
    outcomes: list[tuple[OutcomeKind, int]] = [("stored", 7), ("skipped", 9)]
    for event_id, event_type in (("e-1", "Tick"), ("e-2", "HitCounted")):
        accounts.expect(event_id, event_type, Place("membus.changes.v1", 0, 7))
        for kind, offset in outcomes:
            accounts.outcome(
                Outcome(
                    outcome_id=event_id,
                    event_id=event_id,
                    stage="embedding",
                    outcome=kind,
                    offset=offset,
                    at=datetime(2025, 1, 1, tzinfo=UTC),
                )
            )

    assert [(one.kind, one.event_id) for one in accounts.findings()] == [("doubled", "e-2")]
