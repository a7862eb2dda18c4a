"""TurnStore in memory, to the letter of its port: what SQL adapters must do too."""

import math
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from membus.contracts.events.outcomes import Outcome
from membus.domain.turns import LOOKBACK, SessionState, Turn
from membus.ports.turns import OpenTurn, Touched

Place = tuple[datetime, float]


class InMemoryTurnStore:
    """Keeps sessions, their turns and outcomes in dicts; a transaction applies at its end."""

    def __init__(self) -> None:
        self.states: dict[str, SessionState] = {}
        self.turns: dict[str, dict[str, Turn]] = {}
        self.recorded: dict[str, Outcome] = {}

    async def outcomes(self, keys: Collection[str]) -> dict[str, Outcome]:
        return {each: self.recorded[each] for each in keys if each in self.recorded}

    async def load(self, touched: Mapping[str, Touched]) -> dict[str, SessionState]:
        return {
            session: state.model_copy(update={"turns": self._end_of(session, touched[session])})
            for session, state in self.states.items()
            if session in touched
        }

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["InMemoryTurnStore.Transaction"]:
        work = InMemoryTurnStore.Transaction()
        yield work
        for state in work.states:
            self._save(state)
        self.recorded = {**work.outcomes, **self.recorded}

    class Transaction:
        def __init__(self) -> None:
            self.states: list[SessionState] = []
            self.outcomes: dict[str, Outcome] = {}

        async def save(self, states: Sequence[SessionState]) -> None:
            self.states += states

        async def record(self, outcomes: Mapping[str, Outcome]) -> None:
            self.outcomes = {**outcomes, **self.outcomes}

    async def idle(self, appended_before: datetime, limit: int) -> list[OpenTurn]:
        due = [
            state
            for state in self.states.values()
            if state.open_from is not None and state.last_append_at < appended_before
        ]
        due.sort(key=lambda state: state.last_append_at)
        return [
            OpenTurn(
                state.tenant_id,
                state.user_id,
                state.session_id,
                state.last_offset,
                state.last_append_at,
            )
            for state in due[:limit]
        ]

    async def sessions(self, tenant_id: str, limit: int) -> list[SessionState]:
        found = [state for state in self.states.values() if state.tenant_id == tenant_id]
        found.sort(key=lambda state: state.last_append_at, reverse=True)
        return found[:limit]

    async def open_turns(self) -> int:
        return sum(state.open_from is not None for state in self.states.values())

    def _end_of(self, session: str, touched: Touched) -> tuple[Turn, ...]:
        turns = sorted(self.turns[session].values(), key=lambda turn: turn.place)
        at: Place = (touched.since, math.inf)
        for turn in turns:
            for message in turn.messages:
                if message.msg.id in touched.message_ids:
                    at = min(at, message.place)
        before = [turn for turn in turns if turn.messages and turn.place <= at]
        if not before:
            return tuple(turns)
        first = before[-LOOKBACK:][0]
        return tuple(turn for turn in turns if turn is first or turn.place > first.place)

    def _save(self, state: SessionState) -> None:
        stored = self.states.get(state.session)
        if stored is not None and stored.position > state.position:
            return
        self.states[state.session] = state.model_copy(update={"turns": ()})
        turns = self.turns.setdefault(state.session, {})
        for turn in state.turns:
            if turn.messages or turn.revision:
                turns[turn.turn_id] = turn
            else:
                turns.pop(turn.turn_id, None)
