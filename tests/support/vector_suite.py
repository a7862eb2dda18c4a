"""What every VectorIndex must do: inherit VectorIndexSuite and give it the fixture `index`.

The index is prepared for vectors of DIMENSION; the tests share it, each with its own tenants.
"""

from tests.support.vector_scope_suite import VectorScopeSuite
from tests.support.vector_search_suite import VectorSearchSuite
from tests.support.vector_writing_suite import VectorWritingSuite


class VectorIndexSuite(VectorSearchSuite, VectorScopeSuite, VectorWritingSuite):
    """The port's promises, one test each."""
