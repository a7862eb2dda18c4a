"""The envelope around every event, and the codec: the one way to a body."""

from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticSerializationError

from membus.contracts import ids
from membus.contracts.base import Contract, JsonObject, UtcTime
from membus.contracts.registry import body_class, upcast
from membus.errors import MalformedError, UnknownSchemaError

Visibility = Literal["shared", "private"]
Participants = Literal["one", "many"]
Id = Annotated[str, Field(min_length=1, max_length=512)]
Body = TypeVar("Body", bound=Contract)


class Envelope(Contract):
    """Version 1. `body` is an object, or ciphertext (base64) when `key_id` is set."""

    event_id: Id
    type: str = Field(min_length=1, max_length=64)
    schema_version: int = Field(1, ge=1)
    tenant_id: Id = "default"
    user_id: Id
    agent_id: str | None = Field(None, max_length=512)
    space_id: str | None = Field(None, max_length=512)
    visibility: Visibility = "shared"
    session_id: str = Field("", max_length=512)
    participants: Participants = "one"
    task_id: str | None = Field(None, max_length=512)
    occurred_at: UtcTime
    user_zone: str = "UTC"
    producer: str = "client"
    causation_id: str | None = None
    correlation_id: str | None = None
    key_id: str | None = None
    body: JsonObject | str

    @model_validator(mode="after")
    def _private_to_someone(self) -> Self:
        if self.visibility == "private" and not self.agent_id:
            raise ValueError("private to whom? Give agent_id, or nobody could ever recall it")
        return self

    @property
    def session(self) -> str:
        """The session identity."""
        return ids.session_identity(self.tenant_id, self.session_id)

    @property
    def owner(self) -> str:
        """The owner whose memory this is about."""
        return ids.owner_of(self.tenant_id, self.user_id, self.space_id)

    def to_bytes(self) -> bytes:
        """Return the record's value: JSON in UTF-8. Raises MalformedError for lone surrogates."""
        try:
            return self.model_dump_json(exclude_none=True).encode("utf-8")
        except (PydanticSerializationError, UnicodeEncodeError) as error:
            raise MalformedError(
                f"the text is not valid Unicode (half a surrogate pair?): {error}"
            ) from error


def parse(value: bytes | None) -> Envelope:
    """Read a record's value. Raises MalformedError with the first things that are wrong."""
    if not value:
        raise MalformedError("the record is empty: publish a JSON envelope")
    try:
        return Envelope.model_validate_json(value)
    except ValidationError as error:
        raise MalformedError(explain(error)) from error


def open_body(envelope: Envelope) -> Contract:
    """Return the typed body in its newest version.

    Raises UnknownSchemaError (type, version or block not known) and MalformedError.
    """
    raw = _plain(envelope)
    version, raw = upcast(envelope.type, envelope.schema_version, raw)
    model = body_class(envelope.type, version)
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        if any(item["type"].startswith("union_tag") for item in error.errors()):
            raise UnknownSchemaError(explain(error)) from error
        raise MalformedError(explain(error)) from error


def body_as(envelope: Envelope, model: type[Body]) -> Body:
    """Return the body as the given class. Raises MalformedError when it is another event."""
    body = open_body(envelope)
    if not isinstance(body, model):
        raise MalformedError(f"expected {model.__name__}, got {envelope.type}")
    return body


def seal(body: Contract) -> JsonObject:
    """Return the body as it stands in an envelope (encryption will happen here).

    Raises MalformedError for what JSON cannot hold.
    """
    try:
        return body.model_dump(mode="json", exclude_none=True)
    except (PydanticSerializationError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedError(f"the message holds what JSON cannot: {error}") from error


def _plain(envelope: Envelope) -> JsonObject:
    if envelope.key_id is not None or isinstance(envelope.body, str):
        raise UnknownSchemaError("the body is encrypted and this build holds no keys")
    return envelope.body


def explain(error: ValidationError) -> str:
    """Return a validation error as one line without the input, which may be private."""
    parts: list[Any] = [
        f"{'.'.join(str(at) for at in item['loc']) or 'value'}: {item['msg']}"
        for item in error.errors(include_input=False, include_url=False)[:3]
    ]
    more = error.error_count() - len(parts)
    return "; ".join(parts) + (f"; and {more} more" if more > 0 else "")
