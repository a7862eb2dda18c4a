"""A call's document becomes an event, with errors in plain words. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Required, TypedDict

from pydantic import ValidationError

from membus.client.messages import Origin, event
from membus.contracts.envelope import Envelope, Visibility, explain
from membus.contracts.events.messages import DocumentPublished, DocumentRemoved
from membus.contracts.upcast import to_utc, zone
from membus.errors import MalformedError


class DocumentOptions(TypedDict, total=False):
    """Whose a document is: the space's with a `space_id`, else the user's.

    With `visibility` "private" it is for this agent alone. `occurred_at` is from when on the
    document holds. What is not given comes from the client, as in PublishOptions.
    """

    user_id: Required[str]
    space_id: str | None
    agent_id: str | None
    tenant_id: str | None
    visibility: Visibility
    occurred_at: datetime | str | None
    user_zone: str | None


def document_event(
    kind: type[DocumentPublished | DocumentRemoved],
    fields: Mapping[str, Any],
    options: Mapping[str, Any],
    origin: Origin,
    now: datetime,
) -> Envelope:
    """Return a new event of this kind and these fields. Raises MalformedError."""
    unknown = options.keys() - DocumentOptions.__annotations__.keys()
    if unknown:
        raise MalformedError(f"a document has no {', '.join(sorted(unknown))}")
    where = zone(options.get("user_zone") or origin.user_zone)
    at = to_utc(options.get("occurred_at"), where)
    try:
        body = kind.model_validate(fields)
    except ValidationError as error:
        raise MalformedError(explain(error)) from error
    return event(body, {**options, "occurred_at": at}, origin, now)
