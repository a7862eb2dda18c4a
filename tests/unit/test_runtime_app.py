import pytest
from tests.support.stages import SpyStage

from membus.errors import FatalError
from membus.kafka.app import stage_app
from membus.kafka.runtime import check_topics, topics_read
from membus.kafka.stage import StageOptions
from membus.kafka.topics import OUTCOMES, dead_letter_topic, registry, retry_topic, services
from membus.settings import KafkaSettings, Settings

ORDERED = StageOptions("ingestion", ("membus.messages.v1",))
UNORDERED = StageOptions("extraction", ("membus.turns.v1",), ordered=False)


def test_an_application_without_a_kafka_says_what_to_do() -> None:
    with pytest.raises(FatalError, match="membus up"):
        stage_app(Settings(kafka=KafkaSettings()), SpyStage(), ORDERED)


def test_only_an_unordered_stage_reads_a_retry_topic() -> None:
    assert topics_read(ORDERED) == ORDERED.topics
    assert topics_read(UNORDERED) == (*UNORDERED.topics, retry_topic("extraction"))


def test_a_missing_topic_is_named() -> None:
    with pytest.raises(FatalError, match=f"missing topics: {OUTCOMES}, membus.dlq.ingestion.v1; "):
        check_topics(ORDERED, {"membus.messages.v1": 6})


def test_a_retry_topic_must_be_cut_as_its_source_is() -> None:
    counts = dict.fromkeys((*topics_read(UNORDERED), OUTCOMES), 6)
    counts[dead_letter_topic("extraction")] = 1
    check_topics(UNORDERED, counts)

    with pytest.raises(FatalError, match="equal partition counts"):
        check_topics(UNORDERED, {**counts, retry_topic("extraction"): 3})


@pytest.mark.parametrize("profile", ["embedded", "production"])
def test_the_registry_cuts_every_services_topics_alike(profile: str) -> None:
    for service, reads in services().items():
        counts = {registry()[topic].partitions[profile] for topic in (*reads, retry_topic(service))}  # type: ignore[index]  # a profile
        assert len(counts) == 1, service
