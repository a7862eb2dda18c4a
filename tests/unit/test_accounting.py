"""What must be accounted for, and by whom."""

from membus.domain.accounting import Accounts, Place


def test_a_record_without_an_outcome_is_found() -> None:
    accounts = Accounts()
    accounts.expect("e-1", "TurnClosed", Place("membus.turns.v1", 0, 7))

    assert {(one.kind, one.stage) for one in accounts.findings()} == {
        ("unaccounted", "extraction"),
        ("unaccounted", "compression"),
    }


def test_what_no_stage_acts_on_needs_no_outcome() -> None:
    accounts = Accounts()
    accounts.expect("e-1", "Tick", Place("membus.changes.v1", 0, 7))
    accounts.expect("e-2", "PromptReported", Place("membus.recalls.v1", 0, 7))

    assert accounts.findings() == []
