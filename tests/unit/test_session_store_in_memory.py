"""The fake that unit tests stand on does what every SessionStore must."""

import pytest
from tests.support.session_suite import SessionStoreSuite
from tests.support.sessions import InMemorySessionStore


class TestInMemorySessionStore(SessionStoreSuite):
    @pytest.fixture
    def store(self) -> InMemorySessionStore:
        return InMemorySessionStore()
