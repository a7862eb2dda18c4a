"""The in-memory ledger of the handlers' tests does what every ledger must."""

import pytest
from tests.support.ledger import InMemoryLedger
from tests.support.ledger_ageing_suite import AgeingSuite
from tests.support.ledger_history_suite import HistorySuite
from tests.support.ledger_places_suite import PlacesSuite
from tests.support.ledger_scope_suite import ScopeSuite
from tests.support.ledger_suite import ReadingSuite
from tests.support.ledger_transaction_suite import TransactionSuite
from tests.support.ledger_writing_suite import WritingSuite


class TestInMemoryLedger(
    ReadingSuite,
    HistorySuite,
    PlacesSuite,
    ScopeSuite,
    WritingSuite,
    TransactionSuite,
    AgeingSuite,
):
    @pytest.fixture
    def ledger(self) -> InMemoryLedger:
        return InMemoryLedger()
