"""What the extraction stage makes of a model: whose fact set it is, and how it is fed."""

from services.extraction.handlers import OPTIONS, ExtractionStage, options
from tests.support.extraction import SAID_AT, ToldExtractor, message, turn_of

from membus.bootstrap import ExtractionParts
from membus.contracts.envelope import Envelope, body_as, seal
from membus.contracts.events.changes import FactSetExtracted, ModelUsage
from membus.contracts.events.turns import TurnClosed
from membus.kafka.stage import Done, Record
from membus.kafka.topic_registry import TURNS
from membus.ports.models import Extraction
from membus.settings import Settings

USAGE = ModelUsage(model="m", prompt_tokens=9, completion_tokens=3, cost_usd=0.1)


class Fallen(ToldExtractor):
    """Asked a model, and had the rules read the turn."""

    name = "llm"

    async def extract(self, turn: TurnClosed, user_zone: str) -> Extraction:
        return Extraction([], "rules", "1", USAGE, "not the asked JSON")


def record(turn: TurnClosed) -> Record:
    envelope = Envelope(
        event_id="e",
        type="TurnClosed",
        user_id="ann",
        session_id="s",
        occurred_at=SAID_AT,
        body=seal(turn),
    )
    return Record(TURNS, 0, 0, "s", envelope.to_bytes(), (), SAID_AT, envelope, turn)


async def test_a_fact_set_says_who_read_it_why_and_what_it_cost() -> None:
    stage = ExtractionStage(ExtractionParts(Fallen()), Settings())
    (done,) = await stage.handle([record(turn_of([message("I like tea")]))])
    assert isinstance(done, Done)
    found = body_as(done.emit[0].envelope, FactSetExtracted)
    assert (found.extractor, found.extractor_version) == ("rules", "1")
    assert (found.fallback_reason, found.usage) == ("not the asked JSON", USAGE)


def test_a_fact_set_written_before_there_were_models_is_read() -> None:
    old = {
        "fact_set_id": "f",
        "turn_id": "t",
        "revision": 1,
        "extractor": "rules",
        "extractor_version": "1",
        "facts": [],
        "messages": [],
        "partition": 0,
        "covers": [],
        "settled_to": 0,
    }
    found = FactSetExtracted.model_validate(old)
    assert (found.usage, found.fallback_reason) == (None, "")


def test_a_turn_never_waits_for_a_models_slot() -> None:
    llm = options(Settings(extraction={"extractor": "llm"}, llm={"concurrency": 3}))
    assert (llm.max_lanes, llm.max_batch) == (3, 1)
    assert options(Settings()) == OPTIONS


def test_all_that_a_turn_may_take_fits_into_the_stages_deadline() -> None:
    longest = Settings(llm={"deadline_s": 240}).llm.deadline_s
    assert longest < options(Settings(extraction={"extractor": "llm"})).deadline_s
