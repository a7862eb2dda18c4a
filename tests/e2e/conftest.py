"""One whole embedded stack a session, in a folder of its own."""

from collections.abc import Iterator

import pytest
from tests.support.servers import cannot_be_had
from tests.support.stack import jars_dir

from membus.errors import FatalError
from membus.local.kafka_server import class_path
from membus.local.launch import held_stack, wait_until_ready
from membus.settings import LocalSettings, Settings, TurnSettings, read_settings


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """The settings of a running stack: every service, real servers, idle turns close in 2 s."""
    local = LocalSettings(data_dir=tmp_path_factory.mktemp("stack"), jars_dir=jars_dir())
    wanted = Settings(local=local, turns=TurnSettings(idle_s=2.0, tick_every_s=0.2))
    try:
        class_path(jars_dir())
    except FatalError as error:
        cannot_be_had(str(error))
    # Held: it ends with the tests, also when they are killed.
    with held_stack(wanted) as supervisor:
        supervisor.until_ready(lambda _: None)
        wait_until_ready(wanted)
        yield read_settings(local=local, turns=wanted.turns)
