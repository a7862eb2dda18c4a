"""Every metric in one place, with its meaning and unit. Labels: service, topic, outcome only."""

from opentelemetry import metrics

_meter = metrics.get_meter("membus")

records = _meter.create_counter(
    "membus_records_total", unit="1", description="records handled, by outcome"
)
batch_seconds = _meter.create_histogram(
    "membus_batch_seconds", unit="s", description="from the hand-over of a batch to its commit"
)
retries = _meter.create_counter(
    "membus_retries_total", unit="1", description="tries that failed for a while"
)
parked = _meter.create_counter(
    "membus_parked_total", unit="1", description="records that went to the dead letters"
)
in_flight = _meter.create_up_down_counter(
    "membus_in_flight_records", unit="1", description="records taken and not yet settled"
)
recalls = _meter.create_counter(
    "membus_recalls_total", unit="1", description="recalls answered, by outcome"
)
recall_seconds = _meter.create_histogram(
    "membus_recall_seconds", unit="s", description="from a request's arrival to its answer"
)
embeddings = _meter.create_counter(
    "membus_embeddings_total", unit="1", description="texts, by outcome: computed or cached"
)
recall_gate = _meter.create_counter(
    "membus_recall_gate_total",
    unit="1",
    description="questions that triggered recall or were refused",
)
recall_hits = _meter.create_counter(
    "membus_recall_hits_total", unit="1", description="triggered recalls: hit or empty"
)
llm_calls = _meter.create_counter(
    "membus_llm_calls_total", unit="1", description="tries at a model, by what came of each"
)
llm_tokens = _meter.create_counter(
    "membus_llm_tokens_total", unit="1", description="tokens, by outcome: prompt or completion"
)
llm_cost_usd = _meter.create_counter(
    "membus_llm_cost_usd_total", unit="USD", description="what the tokens cost at the set prices"
)
llm_fallbacks = _meter.create_counter(
    "membus_llm_fallbacks_total", unit="1", description="what the rules did instead, by reason"
)
llm_rejected_facts = _meter.create_counter(
    "membus_llm_rejected_facts_total", unit="1", description="a model's facts refused, by reason"
)
