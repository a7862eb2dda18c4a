"""The answer that an extraction asks for: its JSON Schema, and how it is read back and mended."""

from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from membus.adapters.openai.mending import json_in
from membus.contracts.base import JsonObject
from membus.contracts.memory import Polarity

StatedKind = Literal["fact", "preference", "commitment", "event", "profile"]
Weight = Literal["low", "normal", "high"]
# What a model writes beyond it is no value but a sentence.
_LONGEST_NAME = 60
_LONGEST_VALUE = 400
_MOST_WORDS = 12


class NotAsAskedError(ValueError):
    """The text is not the JSON that was asked for; the message says what is wrong."""


def _one_of(literal: Any, default: str) -> BeforeValidator:
    """Take a word in any case; one that is not known is the default."""
    known = get_args(literal)
    return BeforeValidator(
        lambda value: word if (word := str(value).strip().lower()) in known else default
    )


def _words(value: Any) -> list[str]:
    words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    said = [str(word).strip() for word in words if isinstance(word, str | int | float)]
    return [word for word in said if word and len(word) <= _LONGEST_NAME][:_MOST_WORDS]


class Statement(BaseModel):
    """One fact as a model states it; lenient where a slip does no harm."""

    model_config = ConfigDict(
        frozen=True,
        coerce_numbers_to_str=True,
        str_strip_whitespace=True,
        json_schema_extra={"additionalProperties": False},
    )

    message: int
    quote: str = Field(min_length=1)
    subject: str = Field(min_length=1, max_length=_LONGEST_NAME)
    predicate: str = Field(min_length=1, max_length=_LONGEST_NAME)
    object: str = Field(min_length=1, max_length=_LONGEST_VALUE)
    polarity: Annotated[Polarity, _one_of(Polarity, "positive")] = "positive"
    content: str = Field("", max_length=_LONGEST_VALUE)
    kind: Annotated[StatedKind, _one_of(StatedKind, "fact")] = "fact"
    time: str = ""
    importance: Annotated[Weight, _one_of(Weight, "normal")] = "normal"
    keywords: Annotated[list[str], BeforeValidator(_words)] = []
    entities: Annotated[list[str], BeforeValidator(_words)] = []
    domain: str = Field("", max_length=_LONGEST_NAME)

    @model_validator(mode="before")
    @classmethod
    def _null_is_unsaid(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: inner for name, inner in value.items() if inner is not None}


class _Answer(BaseModel):
    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})

    facts: list[Statement]


class _Strict(GenerateJsonSchema):
    """Strict endpoints take no defaults and no bounds, and want every field required."""

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def str_schema(self, schema: Any) -> JsonSchemaValue:
        del schema
        return {"type": "string"}

    def field_is_required(self, field: Any, total: bool) -> bool:
        del field, total
        return True


SCHEMA: Final[JsonObject] = _Answer.model_json_schema(schema_generator=_Strict)


def read_statements(text: str, *, cut: bool) -> tuple[list[Statement], int]:
    """Return the facts of an answer, and how many more of them make no sense.

    Fences, prose around the JSON, trailing commas and a missing end are mended; of a `cut` answer
    the last fact is left out, for it may be half of one. Raises NotAsAskedError.
    """
    found = json_in(text, "facts")
    if isinstance(found, dict):
        found = found.get("facts")
    if not isinstance(found, list):
        raise NotAsAskedError('there is no JSON object {"facts": […]} in it')
    if cut:
        found = found[:-1]
    statements = [statement for item in found if (statement := _statement(item)) is not None]
    if found and not statements:
        raise NotAsAskedError("no fact in it has message, quote, subject, predicate and object")
    return statements, len(found) - len(statements)


def _statement(item: Any) -> Statement | None:
    try:
        return Statement.model_validate(item)
    except ValidationError:
        return None
