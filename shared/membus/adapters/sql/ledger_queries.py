"""The queries of the ledger's reading half.

Parameters of what reads for a caller: `tenant`, `owners`, `agent`, and `ids` or `names`.
"""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    func,
    or_,
    select,
    union,
)

from membus.adapters.sql.columns import Micros
from membus.adapters.sql.embedding_tables import evidence, memories, relations, terms, versions
from membus.domain.places import TOLD
from membus.ports.scope import Scope

CURRENT = and_(
    versions.c.memory_id == memories.c.memory_id, versions.c.version == memories.c.version
)
MEMORY = (versions.c.body, memories.c.hit_count, memories.c.last_hit_at)
IN_SCOPE = and_(
    memories.c.tenant_id == bindparam("tenant"),
    memories.c.owner.in_(bindparam("owners", expanding=True)),
    or_(memories.c.visibility == "shared", memories.c.agent_id == bindparam("agent")),
)
_LISTED = memories.c.memory_id.in_(bindparam("ids", expanding=True))
_ALL_VERSIONS = versions.c.memory_id == memories.c.memory_id
_ROW = (
    memories.c.memory_id,
    memories.c.version,
    memories.c.last_mentioned_at,
    memories.c.hit_count,
    memories.c.last_hit_at,
)

GET = select(*MEMORY).join_from(memories, versions, CURRENT).where(IN_SCOPE, _LISTED)
VERSIONS = (
    select(versions.c.body, versions.c.recorded_to)
    .join_from(memories, versions, _ALL_VERSIONS)
    .where(IN_SCOPE, _LISTED)
    .order_by(versions.c.version)
)
EVIDENCE = (
    select(evidence.c.body)
    .join_from(memories, evidence, evidence.c.memory_id == memories.c.memory_id)
    .where(IN_SCOPE, _LISTED)
    .order_by(evidence.c.at, evidence.c.message_id, evidence.c.span_start)
)
_FIRST_SPAN = (
    select(func.coalesce(func.min(evidence.c.span_start), 0))
    .where(evidence.c.memory_id == memories.c.memory_id)
    .scalar_subquery()
)
SAID_AT = (
    select(*MEMORY)
    .join_from(memories, versions, CURRENT)
    .where(
        memories.c.place.in_(bindparam("places", expanding=True)),
        memories.c.status.in_(TOLD),
    )
    .order_by(_FIRST_SPAN, memories.c.memory_id)
)


def scoped(scope: Scope) -> dict[str, Any]:
    """Return the parameters of a scope."""
    return {"tenant": scope.tenant_id, "owners": list(scope.owners), "agent": scope.agent_id}


@cache
def held(*, as_of: bool, known_at: bool) -> Select[Any]:
    """Return the query for the versions of `ids` that held at `as_of`, or were known `known_at`."""
    known = versions.c.version == memories.c.version
    if known_at:
        # The highest version, not the interval: append times of several sources may cross.
        earlier = versions.alias("earlier")
        known = versions.c.version == (
            select(func.max(earlier.c.version))
            .where(
                earlier.c.memory_id == memories.c.memory_id,
                earlier.c.recorded_from <= bindparam("known_at"),
            )
            .scalar_subquery()
        )
    query = (
        select(versions.c.body, versions.c.recorded_to)
        .join_from(memories, versions, _ALL_VERSIONS)
        .where(IN_SCOPE, _LISTED, known)
    )
    if as_of:
        time = bindparam("as_of", type_=Micros)
        ends_later = or_(versions.c.valid_to.is_(None), versions.c.valid_to > time)
        query = query.where(versions.c.valid_from <= time, ends_later)
    return query


def newest(where: ColumnElement[bool]) -> Select[Any]:
    """Return the query for the newest `limit` memories that meet a condition."""
    return _with_bodies(select(*_ROW).where(where))


def older_than(at: datetime, memory_id: str) -> ColumnElement[bool]:
    """Return what follows the row (last_mentioned_at, memory_id) in a list, newest first."""
    return or_(
        memories.c.last_mentioned_at < at,
        and_(memories.c.last_mentioned_at == at, memories.c.memory_id < memory_id),
    )


@cache
def naming(*, history: bool) -> Select[Any]:
    """Return the query for the newest `limit` memories with a term among `names`."""
    matches = select(terms.c.memory_id).where(
        terms.c.owner.in_(bindparam("owners", expanding=True)),
        terms.c.term.in_(bindparam("names", expanding=True)),
    )
    return newest(and_(IN_SCOPE, _shown(history=history), memories.c.memory_id.in_(matches)))


@cache
def related(*, history: bool) -> Select[Any]:
    """Return the query for the newest (memory, `name`) whose subject or object is a name."""
    matches = union(_whose(relations.c.subject), _whose(relations.c.object)).subquery("matches")
    found = (
        select(*_ROW, matches.c.name)
        .join_from(matches, memories, memories.c.memory_id == matches.c.memory_id)
        .where(IN_SCOPE, _shown(history=history))
    )
    return _with_bodies(found, "name")


def sessions(limit: int) -> Select[Any]:
    """Return the query for (body of one memory, active memories, last mention) a session."""
    found = (
        select(
            func.max(memories.c.memory_id).label("memory_id"),
            func.count().filter(memories.c.status == "active").label("active"),
            func.max(memories.c.last_mentioned_at).label("last"),
        )
        .where(IN_SCOPE, memories.c.session != "")
        .group_by(memories.c.session)
        .order_by(func.max(memories.c.last_mentioned_at).desc())
        .limit(limit)
        .subquery("found")
    )
    query = select(versions.c.body, found.c.active, found.c.last)
    return _one_each(query, found).order_by(found.c.last.desc(), memories.c.session)


def due(now: datetime, unused_since: datetime | None) -> ColumnElement[bool]:
    """Return what may expire at a time, but for what was hit after the other."""
    if unused_since is None:
        return memories.c.due_at <= now
    unused = or_(memories.c.last_hit_at.is_(None), memories.c.last_hit_at <= unused_since)
    return and_(memories.c.due_at <= now, unused)


def owners_due(where: ColumnElement[bool], limit: int) -> Select[Any]:
    """Return the query for one memory of each owner that has some due, longest due first."""
    found = (
        select(
            func.max(memories.c.memory_id).label("memory_id"),
            func.min(memories.c.due_at).label("since"),
        )
        .where(where)
        .group_by(memories.c.owner)
        .order_by(func.min(memories.c.due_at))
        .limit(limit)
        .subquery("found")
    )
    return _one_each(select(*MEMORY), found).order_by(found.c.since, memories.c.owner)


def _one_each(query: Select[Any], found: FromClause) -> Select[Any]:
    return query.join_from(found, memories, memories.c.memory_id == found.c.memory_id).join(
        versions, CURRENT
    )


def _shown(*, history: bool) -> ColumnElement[bool]:
    return memories.c.status.in_(["active", "superseded"] if history else ["active"])


def _whose(side: ColumnElement[Any]) -> Select[Any]:
    return select(relations.c.memory_id, side.label("name")).where(
        relations.c.owner.in_(bindparam("owners", expanding=True)),
        side.in_(bindparam("names", expanding=True)),
    )


def _with_bodies(rows: Select[Any], *more: str) -> Select[Any]:
    """Sort and cut first: bodies are read for the page alone."""
    newest_first = (memories.c.last_mentioned_at.desc(), memories.c.memory_id.desc())
    found: Subquery = (
        rows.order_by(*newest_first).limit(bindparam("limit", type_=Integer)).subquery("found")
    )
    at_version = and_(
        versions.c.memory_id == found.c.memory_id, versions.c.version == found.c.version
    )
    extra = [found.c[name] for name in more]
    return (
        select(versions.c.body, found.c.hit_count, found.c.last_hit_at, *extra)
        .join_from(found, versions, at_version)
        .order_by(found.c.last_mentioned_at.desc(), found.c.memory_id.desc())
    )
