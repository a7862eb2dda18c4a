"""Who speaks in a message, and whom its pronouns may mean."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(slots=True)
class Speakers:
    """The speaker's canonical name and role, and who was spoken of.

    `third` is the last person the message was about, `names` who "user's daughter" proved to be.
    """

    speaker: str
    role: Literal["user", "assistant"] = "user"
    third: str = ""
    names: dict[str, str] = field(default_factory=dict)
