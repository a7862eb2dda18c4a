"""One whole embedded stack a session, in a folder of its own."""

from collections.abc import Iterator

import pytest
from tests.support.servers import cannot_be_had
from tests.support.stack import jars_dir

from membus.errors import FatalError
from membus.local.kafka_server import class_path
from membus.local.launch import held_stack, wait_until_ready
from membus.settings import (
    LocalSettings,
    RecallSettings,
    Settings,
    TurnSettings,
    read_settings,
)


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """The settings of a running stack: every service, real servers, idle turns close in 5 s.

    Recall waits for receipts as long as a machine under load may need to handle them.
    """
    local = LocalSettings(
        data_dir=tmp_path_factory.mktemp("stack"), jars_dir=jars_dir(), start_timeout_s=180.0
    )
    wanted = Settings(
        local=local,
        turns=TurnSettings(idle_s=5.0, tick_every_s=0.2),
        recall=RecallSettings(deadline_s=60.0, wait_s=50.0),
    )
    try:
        class_path(jars_dir())
    except FatalError as error:
        cannot_be_had(str(error))
    # Held: it ends with the tests, also when they are killed.
    with held_stack(wanted) as supervisor:
        supervisor.until_ready(lambda _: None)
        wait_until_ready(wanted)
        yield read_settings(local=local, turns=wanted.turns, recall=wanted.recall)
