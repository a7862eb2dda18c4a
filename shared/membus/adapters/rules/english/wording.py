"""English sentences for facts, in the third person: what a reader gets to see of a memory."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from membus.contracts.memory import Polarity

# Predicate → (what holds, what does not); {s} is the subject, {o} the object.
_VERBS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "name": ("{s}'s name is {o}", "{s}'s name is not {o}"),
        "surname": ("{s}'s surname is {o}", "{s}'s surname is not {o}"),
        "nickname": ("{s} goes by {o}", "{s} does not go by {o}"),
        "age": ("{s} is {o} years old", "{s} is not {o} years old"),
        "nationality": ("{s} is {o}", "{s} is not {o}"),
        "is_from": ("{s} is from {o}", "{s} is not from {o}"),
        "lives_in": ("{s} lives in {o}", "{s} does not live in {o}"),
        "lived_in": ("{s} used to live in {o}", "{s} never lived in {o}"),
        "moved_from": ("{s} moved away from {o}", "{s} did not move away from {o}"),
        "speaks": ("{s} speaks {o}", "{s} does not speak {o}"),
        "marital_status": ("{s} is {o}", "{s} is not {o}"),
        "works_at": ("{s} works at {o}", "{s} does not work at {o}"),
        "worked_at": ("{s} used to work at {o}", "{s} never worked at {o}"),
        "role": ("{s}'s job is {o}", "{s}'s job is not {o}"),
        "left_job": ("{s} left {o}", "{s} did not leave {o}"),
        "studies_at": ("{s} studies at {o}", "{s} does not study at {o}"),
        "studies": ("{s} studies {o}", "{s} does not study {o}"),
        "graduated_from": ("{s} graduated from {o}", "{s} did not graduate from {o}"),
        "member_of": ("{s} is a member of {o}", "{s} is not a member of {o}"),
        "works_on": ("{s} is working on {o}", "{s} is not working on {o}"),
        "responsible_for": ("{s} is responsible for {o}", "{s} is not responsible for {o}"),
        "has_pet": ("{s} has a pet: {o}", "{s} has no {o}"),
        "children_count": ("{s} has {o} children", "{s} does not have {o} children"),
        "likes": ("{s} likes {o}", "{s} does not like {o}"),
        "dislikes": ("{s} dislikes {o}", "{s} does not dislike {o}"),
        "prefers": ("{s} prefers {o}", "{s} does not prefer {o}"),
        "favorite": ("{s}'s favorite is {o}", "{s}'s favorite is not {o}"),
        "wants": ("{s} wants {o}", "{s} does not want {o}"),
        "hobby": ("{s}'s hobby is {o}", "{s}'s hobby is not {o}"),
        "eats": ("{s} eats {o}", "{s} does not eat {o}"),
        "drinks": ("{s} drinks {o}", "{s} does not drink {o}"),
        "diet": ("{s} is {o}", "{s} is not {o}"),
        "uses": ("{s} uses {o}", "{s} does not use {o}"),
        "smokes": ("{s} smokes", "{s} does not smoke"),
        "drives": ("{s} drives {o}", "{s} does not drive {o}"),
        "owes": ("{s} owes {o}", "{s} does not owe {o}"),
        "lent": ("{s} lent {o}", "{s} did not lend {o}"),
        "skill": ("{s} can {o}", "{s} cannot {o}"),
        "amount": ("{s} is {o}", "{s} is not {o}"),
        "is": ("{s} is {o}", "{s} is not {o}"),
        "plays": ("{s} plays {o}", "{s} does not play {o}"),
        "interested_in": ("{s} is interested in {o}", "{s} is not interested in {o}"),
        "afraid_of": ("{s} is afraid of {o}", "{s} is not afraid of {o}"),
        "habit": ("{s} has a habit: {o}", "{s} no longer does this: {o}"),
        "allergic_to": ("{s} is allergic to {o}", "{s} is not allergic to {o}"),
        "has_condition": ("{s} has this condition: {o}", "{s} does not have this condition: {o}"),
        "takes_medicine": ("{s} takes {o}", "{s} does not take {o}"),
        "height": ("{s} is {o} tall", "{s} is not {o} tall"),
        "weight": ("{s} weighs {o}", "{s} does not weigh {o}"),
        "size": ("{s} wears size {o}", "{s} does not wear size {o}"),
        "shoe_size": ("{s} wears shoe size {o}", "{s} does not wear shoe size {o}"),
        "order": ("{s} has order {o}", "{s} has no order {o}"),
        "order_status": ("{s}: {o}", "{s}: not {o}"),
        "bought": ("{s} bought {o}", "{s} did not buy {o}"),
        "refund": ("{s} wants a refund for {o}", "{s} wants no refund for {o}"),
        "return": ("{s} wants to return {o}", "{s} does not want to return {o}"),
        "exchange": ("{s} wants to exchange {o}", "{s} does not want to exchange {o}"),
        "complaint": ("{s} complains: {o}", "{s} does not complain: {o}"),
        "owns": ("{s} owns {o}", "{s} does not own {o}"),
        "commitment": ("{s} will {o}", "{s} will not {o}"),
        "task": ("{s} has to {o}", "{s} does not have to {o}"),
        "needs": ("{s} needs {o}", "{s} does not need {o}"),
        "plans": ("{s} plans to {o}", "{s} does not plan to {o}"),
        "meeting": ("{s} has {o}", "{s} does not have {o}"),
        "deadline": ("{s}'s deadline: {o}", "{s} has no deadline: {o}"),
        "called_off": ("{s} called off {o}", "{s} did not call off {o}"),
        "date": ("{s} is on {o}", "{s} is not on {o}"),
        "cause": ("{s} is caused by {o}", "{s} is not caused by {o}"),
        "travels_to": ("{s} travels to {o}", "{s} does not travel to {o}"),
        "visited": ("{s} visited {o}", "{s} has never been to {o}"),
        "event": ("{s}: {o}", "{s}: not {o}"),
        "state": ("{s} is {o}", "{s} is not {o}"),
        "goal": ("{s}'s goal: {o}", "{s}'s goal is not: {o}"),
        "remember": ("{s} asks to remember: {o}", "{s} asks to forget: {o}"),
    }
)


# Somebody of the speaker's, named ("Emma") or only counted ("a brother").
_RELATIONS = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "mother father spouse partner daughter son child sister brother relative friend "
        "colleague neighbor roommate teacher doctor dog cat"
    ).split()
)
# What is told in the speaker's own words turns to the third person.
_TOLD = frozenset(
    (  # noqa: SIM905 - a word a line would drown it
        "task commitment plans wants needs complaint remember goal meeting event likes "
        "dislikes prefers works_on responsible_for return refund exchange bought state owes lent"
    ).split()
)
_THIRD = {
    "my": "their",
    "our": "their",
    "me": "them",
    "us": "them",
    "your": "the assistant's",
    "you": "the assistant",
}
_PLANS_A_THING = re.compile(r"\b(plans?) to ((?:an?|the|their) |\w+ing\b)")
_PERSON = re.compile(r"\b(?:my|our|me|us|your|you)\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:my|our|me|us)\b", re.IGNORECASE)


def sentence(subject: str, predicate: str, value: str, polarity: Polarity) -> str:
    """Return the fact as one sentence without a full stop."""
    fallback = f"{{s}}'s {predicate.replace('_', ' ')} is"
    holds, fails = _VERBS.get(predicate, (fallback + " {o}", fallback + " not {o}"))
    who = subject[:1].upper() + subject[1:]
    if predicate in _RELATIONS and (value[:1].islower() or value[:1].isdigit()):
        holds, fails = "{s} has {o}", "{s} has no {o}"
    if predicate == "children_count" and value == "0":
        holds, fails = "{s} has no children", "{s} has children"
    if predicate in _TOLD:
        # Among several people "you" is one of them; nobody knows which.
        person = _PERSON if who in {"User", "Assistant"} else _FIRST_PERSON
        value = person.sub(lambda found: _THIRD[found.group().lower()], value)
    text = (holds if polarity == "positive" else fails).format_map({"s": who, "o": value})
    return _PLANS_A_THING.sub(r"\1 \2", text).replace("s's ", "s' ")
