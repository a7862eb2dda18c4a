"""What English says of orders, numbers, amounts, tasks, promises, states, habits and dates."""

import pytest
from tests.support.extraction import facts, stated, turn

STATEMENTS = [
    # jobs, and what they were
    (
        "I joined Globex as head of design.",
        {("works_at", "Globex", "+"), ("role", "head of design", "+")},
    ),
    ("I've changed jobs: I'm at Initech now.", {("works_at", "Initech", "+")}),
    (
        "I switched jobs from Acme to Globex.",
        {("left_job", "Acme", "+"), ("works_at", "Globex", "+")},
    ),
    ("I was a teacher for ten years.", {("former_role", "teacher", "+")}),
    ("My job title is lead nurse.", {("role", "lead nurse", "+")}),
    ("I got promoted to head of sales.", {("role", "head of sales", "+")}),
    ("I got laid off from Acme.", {("left_job", "Acme", "+"), ("works_at", "Acme", "-")}),
    ("I joined a local history group.", {("member_of", "local history group", "+")}),
    # contact and numbers
    (
        "My new address is 12 Harbour Street, Bergen.",
        {("address", "12 Harbour Street, Bergen", "+")},
    ),
    ("I live at 12 Harbour Street.", {("address", "12 Harbour Street", "+")}),
    ("My phone number has changed to +47 99 88 77 66.", {("phone", "+47 99 88 77 66", "+")}),
    (
        "I changed my phone number from +47 11 22 33 44 to +47 99 88 77 66.",
        {("phone", "+47 99 88 77 66", "+")},
    ),
    ("My policy number is PX-20931.", {("policy_number", "PX-20931", "+")}),
    ("My room number is 302.", {("room", "302", "+")}),
    ("I'm staying in room 302", {("room", "302", "+")}),
    ("My flight is LH404 on Friday", {("flight", "LH404", "+")}),
    ("My locker code is 8812", {("locker_code", "8812", "+")}),
    ("The wifi password is hunter2", set()),
    # amounts, doses, sizes
    ("My rent is now 1,200 euros a month", {("amount", "1200 euros a month", "+")}),
    ("I paid $45 for the lamp", {("bought", "the lamp for $45", "+")}),
    ("My budget for the trip is 2,000 euros", {("budget", "2000 euros for the trip", "+")}),
    ("I take 20 mg of lisinopril every morning.", {("takes_medicine", "lisinopril 20 mg", "+")}),
    ("I'm taking sertraline.", {("takes_medicine", "sertraline", "+")}),
    ("I can't take ibuprofen.", {("takes_medicine", "ibuprofen", "-")}),
    ("I take photos every day.", {("habit", "take photos every day", "+")}),
    ("My shoe size is 42", {("shoe_size", "42", "+")}),
    # what a thing has one of, named as it is
    ("My gym is PureGym.", {("is", "PureGym", "+")}),
    ("Our mascot is a nuisance.", set()),
    ("My head is killing me.", set()),
    ("The export bug is caused by the time zone table.", {("cause", "the time zone table", "+")}),
    ("The reason for the delay was a strike.", {("cause", "a strike", "+")}),
    ("The photo is from a forest near my town.", set()),
    ("Our office address is 9 Mid Lane, York.", {("address", "9 Mid Lane, York", "+")}),
    ("My team is like a second family.", set()),
    ("I go to the gym on Mondays.", set()),
    (
        "What I told you was from memory: my blood group is O positive.",
        {("blood_type", "O positive", "+")},
    ),
    # dates of the year
    ("My birthday is on the 3rd of June", {("birthday", "3rd of June", "+")}),
    ("Tomorrow is my birthday.", {("birthday", "May 31", "+")}),
    ("Our wedding anniversary is on August 9.", {("anniversary", "August 9", "+")}),
    ("My son turns 6 on June 12.", {("age", "6", "+"), ("birthday", "June 12", "+")}),
    # states in progress, and their end
    ("I'm in the middle of applying for a visa.", {("state", "applying for a visa", "+")}),
    ("I'm halfway through the renovation.", {("state", "in the middle of the renovation", "+")}),
    ("My visa application is pending.", {("state", "pending", "+")}),
    ("I'm on vacation until the end of the month.", {("state", "on vacation", "+")}),
    (
        "I'm training for a marathon in October.",
        {("state", "training for a marathon in October", "+")},
    ),
    ("I'm looking for something new to read.", set()),
    ("I've finished renovating the kitchen.", {("state", "renovating the kitchen", "-")}),
    # tasks and promises
    ("Tom has to sign the contract by Friday.", {("task", "sign the contract", "+")}),
    ("Anna will send the slides tomorrow.", {("commitment", "send the slides", "+")}),
    ("I promised Tom to send the draft by Monday.", {("commitment", "send the draft", "+")}),
    ("My passport expires in November.", {("deadline", "passport ends", "+")}),
    ("The atlas is due on Friday.", {("deadline", "atlas", "+")}),
    ("My parental leave starts on 20 July.", {("event", "parental leave starts", "+")}),
    # what is no more
    ("I used to drive a Volvo.", {("drives", "Volvo", "-")}),
    ("I used to be vegetarian.", {("diet", "vegetarian", "-")}),
    ("I switched from tea to coffee.", {("drinks", "coffee", "+"), ("drinks", "tea", "-")}),
    ("My allergy to eggs is gone.", {("allergic_to", "eggs", "-")}),
    ("I've moved out of Oslo.", {("moved_from", "Oslo", "+"), ("lives_in", "Oslo", "-")}),
    ("I started eating meat again.", {("eats", "meat", "+")}),
    ("I like tea, not coffee.", {("likes", "tea", "+"), ("likes", "coffee", "-")}),
    ("My flight is LH405, not LH404.", {("flight", "LH405", "+"), ("flight", "LH404", "-")}),
    ("I don't drink coffee anymore, only tea.", {("drinks", "coffee", "-")}),
    ("I owe Tom 50 euros.", {("owes", "Tom 50 euros", "+")}),
    ("I sold my car.", {("owns", "car", "-")}),
    ("I cancelled my gym membership.", {("member_of", "gym", "-")}),
    ("I no longer want a refund.", {("refund", "the purchase", "-")}),
    # habits and skills
    ("I usually wake up at 6.", {("habit", "wake up at 6", "+")}),
    ("I do yoga twice a week.", {("habit", "do yoga twice a week", "+")}),
    ("I can't swim.", {("skill", "swim", "-")}),
    ("I'm a member of the chess club.", {("member_of", "chess club", "+")}),
]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_reads_what_is_stated(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert stated(text) == expected


BOUGHT = [("user", "I ordered a blue cup, my order number is A1001."), ("assistant", "Noted.")]


class TestOrders:
    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("The cup arrived cracked.", "The cup arrived cracked (order A1001)"),
            ("It arrived broken.", "the blue cup arrived broken (order A1001)"),
        ],
    )
    def test_a_defect_belongs_to_the_order_spoken_of_before(
        self, text: str, complaint: str
    ) -> None:
        (fact,) = facts(turn(text, before=BOUGHT))  # type: ignore[arg-type]
        assert (fact.predicate, fact.object) == ("complaint", complaint)
        assert "A1001" in fact.entities
        assert fact.quote == text

    def test_what_is_sent_back_is_named(self) -> None:
        assert stated("I want to return it.", before=BOUGHT) == {
            ("return", "the blue cup (order A1001)", "+")
        }

    def test_without_an_order_a_defect_is_told_as_it_was_said(self) -> None:
        assert stated("The cup arrived cracked.") == {("complaint", "The cup arrived cracked", "+")}


class TestTheAssistant:
    @pytest.mark.parametrize(
        ("text", "promise"),
        [
            ("We'll refund you within 5 days.", "refund the user"),
            ("You'll receive the replacement by Friday.", "get the replacement to the user"),
            ("I will have the report ready by Monday.", "have the report ready"),
            (
                "Your refund will be processed within 3 days.",
                "have the user's refund processed",
            ),
            ("I'm going to call the supplier tomorrow.", "call the supplier"),
        ],
    )
    def test_its_promises_are_its_own_and_have_a_time(self, text: str, promise: str) -> None:
        (fact,) = facts(turn(("assistant", text)))
        assert (fact.subject, fact.predicate, fact.object) == ("assistant", "commitment", promise)
        assert fact.valid_to is not None

    def test_it_promises_what_was_asked_for(self) -> None:
        closed = turn(
            ("assistant", "I'll send it by Friday."), before=[("user", "I need a new cup.")]
        )
        (fact,) = facts(closed)
        assert fact.content == "Assistant will send the new cup (by 2024-05-31)"

    @pytest.mark.parametrize("text", ["You'll get used to it.", "It should be ready."])
    def test_courtesy_promises_nothing(self, text: str) -> None:
        assert facts(turn(("assistant", text))) == []
