"""Where the command line finds Kafka's jars; its stacks are its own."""

from pathlib import Path

import pytest
from tests.support.servers import cannot_be_had
from tests.support.stack import jars_dir

from membus.errors import FatalError
from membus.local.kafka_server import class_path
from membus.settings import LocalSettings, Settings


@pytest.fixture
def local(tmp_path: Path) -> Settings:
    """Settings of a caller without a stack, whose cache holds Kafka's jars."""
    try:
        class_path(jars_dir())
    except FatalError as error:
        cannot_be_had(str(error))
    return Settings(local=LocalSettings(data_dir=tmp_path, jars_dir=jars_dir()))
