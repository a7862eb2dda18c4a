"""Python's garbage collector, set for a process that holds batches of records."""

import gc

# A batch of 500 records is some 15,000 objects that die by themselves; the default of 700 walks
# them (and at times all that was ever imported) many times a batch: a third of the throughput.
_YOUNG = 50_000
_OLDER = 20


def tune_collector() -> None:
    """Collect seldom, and leave out what is loaded by now: it is there for good. Once a process."""
    if gc.get_freeze_count() == 0:
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _OLDER, _OLDER)
