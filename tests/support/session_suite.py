"""What every SessionStore must do: inherit SessionStoreSuite and give it the fixture `store`.

The tests share the store, each with sessions of its own.
"""

from tests.support.session_content_suite import SessionContentSuite
from tests.support.session_marks_suite import SessionMarksSuite


class SessionStoreSuite(SessionContentSuite, SessionMarksSuite):
    """The port's promises."""
