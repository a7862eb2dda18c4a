"""English words that several patterns of english_phrases.py share, and words between phrases."""

CLASSES = {
    "good": "good/great/nice/perfect/excellent/awesome/amazing/cool/wonderful/fantastic/"
    "brilliant/lovely/neat/sweet/super/fun/exciting/beautiful/gorgeous/adorable/cute/"
    "hilarious/funny/impressive/incredible/interesting/terrific/marvellous/marvelous/"
    "delightful/inspiring/rewarding/useful/helpful/fine/ok/okay/fair/clever/smart/"
    "kind/thoughtful/generous/thrilling",
    "bad": "bad/sad/awful/terrible/horrible/tough/hard/rough/tricky/difficult/frustrating/"
    "annoying/stressful/disappointing/upsetting/scary/unfortunate/crazy/insane/wild/"
    "weird/strange/challenging/nasty/unfair/heartbreaking/inconvenient/unpleasant",
    "is": "thats/its/this is/that sounds/it sounds/this sounds/sounds/that looks/it looks/"
    "looks/that must be/it must be/must be/that must have been/it must have been/"
    "must have been/that was/it was/that would be/that seems/seems/how/he sounds/"
    "she sounds/they sound",
    "is_bad": "thats/that sounds/sounds/that must be/must be/that must have been/"
    "must have been/this must be/how/that seems/how incredibly",
    "thing": "work/idea/news/point/question/job/one/stuff/choice/plan/day/story/joke/try/"
    "effort/call/kind/decision/experience/achievement/feeling/opportunity/memory/"
    "hobby/way/thing/goal/attitude",
    "you": "you/you guys/yall/your patience/your help/your time/your support/your understanding",
    "look": "check/look/see/take a look/have a look/find out/look into/pull up/look up/"
    "verify/pull that up/pull it up/confirm/double check/see what happened/"
    "see what i can do/see what i can find/think",
    "soon": "soon/later/around/then/again soon",
    "day": "day/evening/weekend/morning/afternoon/night/week/one/trip/time/rest of your day/"
    "rest of your evening/rest of your weekend/rest of the day",
}

FILLERS = """
oh | ah | well | too | also | again | my friend | friend | dear | guys | all | everyone
everybody | there | here | today | now | please | and | but | for now | sir | madam | mate | man
dude | buddy | bro | then | right away | folks | team | as well
"""
"""Words that may stand between the phrases; they are none by themselves."""

STRESSING = """
so | really | very | just | super | pretty | quite | absolutely | totally | terribly | truly
honestly | actually | simply | always
"""
"""Words that add nothing wherever they stand."""
