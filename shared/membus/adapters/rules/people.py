"""Who speaks in a message, and whom and what its pronouns may mean."""

from dataclasses import dataclass, field
from typing import Literal

Gender = Literal["", "she", "he"]
_FORMS: dict[str, Gender] = {
    "she": "she",
    "her": "she",
    "hers": "she",
    "he": "he",
    "his": "he",
    "him": "he",
}


@dataclass(slots=True)
class Speakers:
    """The speaker's canonical name and role, and who and what was spoken of.

    `third` is the last person the message was about, `names` who "user's daughter" proved to be,
    `genders` who is known to be a she or a he, `latest` the last of each. `thing` is the last thing
    that was bought, needed or complained of ("blue cup"), `order` the number of the last order.
    """

    speaker: str
    role: Literal["user", "assistant"] = "user"
    third: str = ""
    names: dict[str, str] = field(default_factory=dict)
    genders: dict[str, Gender] = field(default_factory=dict)
    thing: str = ""
    order: str = ""
    latest: dict[Gender, str] = field(default_factory=dict)

    def speak_of(self, person: str, gender: Gender = "") -> None:
        """Let the next pronoun mean this person; a person's gender need be told only once."""
        gender = gender or self.genders.get(person, "")
        self.third = person
        if gender:
            self.genders[person] = gender
            self.latest[gender] = person

    def meant(self, pronoun: str) -> str:
        """Return whom "he", "her" or "they" means, "" where nobody fits who was spoken of."""
        wanted = _FORMS.get(pronoun.lower(), "")
        if not wanted or self.genders.get(self.third, wanted) == wanted:
            return self.third
        return self.latest.get(wanted, "")

    def heard(self, other: "Speakers") -> None:
        """Take over whom and what another speaker spoke of, in the messages before."""
        self.third, self.names, self.genders = other.third, other.names, other.genders
        self.thing, self.order, self.latest = other.thing, other.order, other.latest
