"""One request to an OpenAI-compatible endpoint: errors get their reason, formats are found out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import openai
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from membus.adapters.openai.failures import NoAnswerError
from membus.contracts.base import JsonObject
from membus.model_settings import LlmSettings

Messages = Sequence[ChatCompletionMessageParam]

# How strictly an answer can be asked for, best first; not every endpoint knows every format.
_FORMATS: Final = ("json_schema", "json_object", "text")
_NOT_UNDERSTOOD = frozenset({400, 404, 415, 422, 501})
_RATE_LIMITED = 429
_SERVER_FAULT = 500
_TRY_LATER = frozenset({408, 409, 425})


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model wrote, maybe nothing; `cut` where it ran out of tokens.

    Token counts are None where the endpoint does not tell them.
    """

    text: str
    cut: bool
    prompt_tokens: int | None
    completion_tokens: int | None


class Endpoint:
    """Asks once, without retries. It remembers which format of answers the endpoint takes."""

    def __init__(self, settings: LlmSettings, model: str) -> None:
        self._settings = settings
        self._model = model
        self._format = 0
        self._http = openai.AsyncOpenAI(
            base_url=settings.base_url,
            # A local endpoint needs no key, and the library needs one.
            api_key=settings.api_key.get_secret_value() or "none",
            timeout=settings.timeout_s,
            max_retries=0,
        )

    async def ask(self, messages: Messages, schema: JsonObject | None) -> Completion:
        """Return the model's answer, as JSON of the schema where the endpoint can promise it.

        Raises NoAnswerError.
        """
        for number in range(self._format if schema else len(_FORMATS) - 1, len(_FORMATS)):
            try:
                completion = await self._send(messages, _asked_for(_FORMATS[number], schema))
            except openai.APIStatusError as error:
                laxer = number + 1 < len(_FORMATS)
                if laxer and error.status_code in _NOT_UNDERSTOOD:
                    continue
                raise _failure(error) from error
            except openai.APITimeoutError as error:
                raise NoAnswerError("timeout") from error
            except (openai.APIError, ValueError) as error:  # no connection, or an answer in no JSON
                raise NoAnswerError("unavailable", type(error).__name__) from error
            if schema:
                self._format = number
            return completion
        raise AssertionError("the last format answers or raises")

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def _send(self, messages: Messages, asked_for: JsonObject) -> Completion:
        answer: ChatCompletion = await self._http.chat.completions.create(
            model=self._model,
            messages=list(messages),
            temperature=self._settings.temperature,
            max_tokens=self._settings.max_tokens,
            **asked_for,
        )
        # What calls itself compatible may leave out what the library's types promise.
        choice: Any = answer.choices[0] if getattr(answer, "choices", None) else None
        text = getattr(getattr(choice, "message", None), "content", None)
        usage: Any = getattr(answer, "usage", None)
        return Completion(
            text=text if isinstance(text, str) else "",
            cut=getattr(choice, "finish_reason", None) == "length",
            prompt_tokens=getattr(usage, "prompt_tokens", None),
            completion_tokens=getattr(usage, "completion_tokens", None),
        )


def _asked_for(name: str, schema: JsonObject | None) -> JsonObject:
    if schema is None or name == "text":
        return {}
    if name == "json_object":
        return {"response_format": {"type": name}}
    described = {"name": "answer", "strict": True, "schema": schema}
    return {"response_format": {"type": name, "json_schema": described}}


def _failure(error: openai.APIStatusError) -> NoAnswerError:
    # The status alone: some endpoints quote the prompt in their message.
    detail = f"HTTP {error.status_code}"
    wait_s = _seconds(error.response.headers.get("retry-after", ""))
    if error.status_code == _RATE_LIMITED:
        return NoAnswerError("rate limited", detail, wait_s)
    if error.status_code >= _SERVER_FAULT or error.status_code in _TRY_LATER:
        return NoAnswerError("unavailable", detail, wait_s)
    return NoAnswerError("refused", detail)


def _seconds(value: str) -> float:
    """Return a Retry-After in seconds, 0 for none; its date form is rare and counts as none."""
    return float(value) if value.replace(".", "", 1).isdigit() else 0.0
