"""The in-memory turn store of the handlers' tests does what every turn store must."""

import pytest
from tests.support.turn_store import InMemoryTurnStore
from tests.support.turn_store_suite import TurnStoreSuite


class TestInMemoryTurnStore(TurnStoreSuite):
    @pytest.fixture
    def store(self) -> InMemoryTurnStore:
        return InMemoryTurnStore()
