"""Python's garbage collector, set for a process that holds batches of records."""

import gc

# Records in work are some 30 objects each, and die by themselves; the default of 700 walks them
# (and at times all that was ever imported) many times a batch: a third of the throughput. The
# collector counts what is new and still there, so this lies above a few thousand records.
_YOUNG = 200_000
_OLDER = 20


def tune_collector() -> None:
    """Collect seldom, and leave out what is loaded by now: it is there for good. Once a process."""
    if gc.get_freeze_count() == 0:
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _OLDER, _OLDER)
