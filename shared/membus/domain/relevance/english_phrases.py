"""English phrases that say nothing worth remembering, a line a group; see phrase_patterns.py.

The gate drops a message only when it consists of these and nothing else, so an entry must be
harmless beside any other entry. A phrase that names, counts, wants or refuses a thing stays out.
Written without words that only stress (`so`, `really`): they are skipped wherever they stand.
"""

GREETINGS = """
hi | hii | hiya | hello | hallo | hey | heya | hey there | hi there | hello there | howdy | yo
[good] morning | [good] afternoon | [good] evening | good night | good day | night night | gm | gn
nice to meet you | pleased to meet you | welcome [back] | welcome to (support/our support) | bye
byebye | goodbye | good bye | see (you/ya) [{soon}] | see you in a bit | until next time
(talk/speak) [to you] {soon} | catch you later | cya | ttyl | brb | im back | ok im back
take care [of yourself] | stay safe | safe (travels/trip) | sleep (well/tight) | sweet dreams
[have] [a/an/the] {good} {day} | (have/had) fun | enjoy [it] | enjoy (your/the) {day}
long time no (see/talk) | {good} to (see/hear from/meet) you [again] | look forward to seeing you
we look forward to seeing you | ill be here | im here | cheers | happy (friday/monday/weekend)
thanks for (reaching out/contacting us/calling)
thanks for (calling in/getting in touch/choosing us/stopping by)
thank you for (reaching out/contacting us/calling/calling in/getting in touch/choosing us)
[its] {good} to have you (here/back) | hey you | hello hello | (ping/pong) | safe travels
thank you for (flying/shopping/staying/dining/being) with us
"""

ACKNOWLEDGEMENTS = """
ok | okay | okey | k | kk | alright | alrighty | all right | right | sure [thing] | of course
certainly | yes | yeah | yeahh | yep | yup | yea | ya | aye | aye aye | yes please | no problem
no worries [at all] | not a problem | no problem at all | no bother [at all] | np | no thanks
no thank you | {good} | fair enough | exactly | precisely | absolutely | definitely | indeed
true | correct | for sure | i agree | agreed | i see | i understand | i get it | i got it | got it
gotcha | understood | noted | makes sense | that makes sense | that makes a lot of sense
makes a lot of sense | (thats/thats all) (clear/right/correct/true)
sounds like (a plan/fun/a {good} {thing}) | {is} {good}
{is} [a/an/such a/such an] {good} {thing} | {is_bad} {bad} | what [a/an] {good} {thing}
[a] {good} {thing} | that sounds like [a] {good} {thing} | {is} like [so much] fun
good (to know/for you/luck/for him/for her) | glad to hear [that/it] | thats {good} to (hear/know)
thanks | thank you | thx | ty | tysm | tyvm | tnx | ta | many thanks
thanks (a lot/a million/a ton/again) | those are the best kind | thank you (again/kindly)
(thanks/thank you) (much/very much) | [im] [very] grateful
(thanks/thank you) for (letting me know/letting us know/telling me)
(thanks/thank you) for (sharing/explaining/checking/asking)
(thanks/thank you) for (the help/the heads up/the update/the info/the reminder/everything/waiting)
(thanks/thank you) for (holding/bearing with me/confirming)
(thanks/thank you) for (confirming that/understanding/reminding me)
(thanks/thank you) for [all] {you} [today] | [i] [much] appreciate (it/that/your help)
much appreciated | (youre/you are) [most] welcome | my pleasure | [its] our pleasure
its my pleasure | any time | anytime | dont mention it
(im/always) (glad/happy) to (help/hear that/hear it/be of help)
(glad/happy) (to help/i could help/that helped/to hear that) | always happy to help | you bet | oh
ah | ahh | aha | ooh | wow | whoa | hmm | hm | mm | mhm | uh huh | uh | um | er | well | so | oops
phew | yay | woohoo | aww | aw | ouch | ugh | meh | damn | gosh | omg | oh (my/my god/my gosh)
ah well | oh (dear/no) | no way | what | wait what | seriously | for real | really | whaat
nice one | one (moment/second/sec/minute) | just (a/one) (moment/second/sec/minute) | a moment
hold on | (a/one) (moment/second/sec/minute) | wait | wait a (moment/second/sec/minute) | hang on
bear with me | anyway | go (on/ahead) | please (do/continue) | continue | ok then | shoot
fire away | that is all | thats (all/everything/it/about it) [for now/for today]
that will be all | thatll be all | nothing else
(nope/no/nah) thats (all/it/everything) [for now/for today] | (no/nope/nah) (im/were) good
all (good/set/done) [here] | we are good | im (fine/good/great/ok/okay/well)
im doing (well/good/great/fine/ok) | doing (well/good/great/fine) | pretty good
not (bad/too bad) | cant complain | could be (better/worse) | same old [same old] | likewise
you too | [the] same to you | i (know/guess/think so/hope so/suppose/suppose so/see that)
hope so | lets (see/go/hope so/do it/get started) | fingers crossed | hopefully
(thanks/thank you) for (the support/your support/having my back)
(thanks/thank you) for (the kind words/the recommendation/all you do)
(thanks/thank you) for (the encouragement/believing in me/the compliment)
(thanks/thank you) for (the laughs/being so patient/being patient)
appreciate (your support/your help/the support/the kind words/you) | [thats] the spirit
we got this | go get (em/them)
glad (you like it/you had fun/you enjoyed it/it helped/it worked/to be of help)
always good to hear | happy for you | the best | [its] all good | its (fine/nothing/ok/all right)
good one | nice (try/going/touch/shot) | no (kidding/doubt/biggie/pressure/hard feelings/idea)
[thats/its] (good/fair/great) point | (true/fair) that | (love/loving) (it/that/this)
(works/that works/fine/good/great) for me | that works | (roger/copy) [that] | cool cool | idk
dunno | not sure | i (dont know/had no idea/didnt know that/never knew that/didnt know)
(didnt/never) (know/knew) that | who knew | mind blown | you learn something new every day | til
so yeah | you know | i mean | (there/here) you go | go for it | oh well | such is life
story of my life | it is what it is | whats life | tell me about it | you dont say | oh really
is that so | who would have thought | that helps [a lot] | that was (helpful/fun/quick/fast)
helpful | (you saved/you made) my (day/life) | i owe you [one] | couldnt have done it without you
good (bot/boy/girl) | i learned something [new] | big (thanks/help)
(thanks/thank you) for (the tip/the advice/the suggestion/the quick reply)
(thanks/thank you) for (the info/the offer/the laugh/that/being here)
(thanks/thank you) for (your message/your feedback/your business)
(thanks/thank you) for (your order/your interest/your call/listening)
(thanks/thank you) in advance | thanks to you | [and] to you [too] | right back at you
same to you too | im (ready/listening/all ears) | ready [when you are] | whenever youre ready
where were we | lets continue | excellent | outstanding | superb | splendid | magnificent
fabulous | spot on | bingo | hooray | hurray | woo | ha | hah | duh | yikes | geez | jeez | whew
eh | huh | hey now | oof | bruh | dang | argh | sigh | no need to (apologize/thank me/worry)
sounds (right/about right) | [thats] (better/much better) | even better | i know right
right right | totally | ikr | tbh | imo | btw | finally | silly me | my bad | sorry | im sorry
pardon | congrats | congratulations | well done | bravo | kudos | way to go | good job | nice work
good going | you rock | (youre/you are) (the best/amazing/awesome)
(youre/you are) [a] (lifesaver/star/legend) | [youve] been helpful | lucky you | you got this
youve got this | not much | nothing much | not a lot | nothing special | just chilling
(thats/it was/that was) easy | thats (simple/easy/clear/so true/life) | nothing [really]
you can do it | cant wait | i cant wait | take your time | no rush | no hurry | no stress
holy (moly/cow/smokes) | nicely done | shut up | oh gosh | fancy
(it/that/i/you) sure (is/am/are/do) | wow fancy | (that/it/this) sucks | sucks | thats a lot
nothing more | thats perfectly (alright/fine/ok/okay) | (fast/quick/speedy)
(you have/youve) been (great/wonderful/helpful/amazing/kind/lovely)
youre (sweet/kind/too kind/a star/an angel/a genius/a gem) | [sending] [you] [a] [big] (hug/hugs)
gonna try (that/it/this) [now] | it works | ill take it | not again | same old same old
"""

SMALL_TALK = """
haha | lol | lmao | rofl | hehe | hihi | xd | how are you [doing] [today/these days/lately]
how r u | hru | how are things [going/with you] | how (is it going/are things going/are we doing)
hows (it going/everything/everything going/life)
hows your (day/week/weekend/morning/evening) [going/been] [so far] | hows everything with you
how (have you been/you been/you doing/do you do/about you/about yourself)
whats (up/new/going on) | how was your (day/week/weekend/morning/evening/night)
whats on your mind | whats happening | sup | wassup | wyd | what are you up to | what you up to
(what/how) about (you/yourself) | and (you/yourself) | busy as always | [im] bored | long day
what a (day/week) | tgif | hump day
[i] hope (youre/you are/all is/everything is) (well/good/ok/great/fine)
hope your day is going well
[i] hope (youre/you are) (doing well/doing great/having a {good} {day}) | hope you slept well
[i] hope you (had/have) a {good} {day} | [i] hope (it helps/that helps/this helps)
(are you/you) [still] (there/around/up/awake/free to chat) | [is] (anyone/anybody) (there/here)
can you hear me | are you (a bot/human/a robot/real/an ai) | who are you | what can you do
how (can/may) i (help/assist) [you] [today/this morning/with that]
how can i be of (help/assistance)
what can i (do for you/help you with/help with/assist you with) [today]
how can i make your day better | what are we working on [today]
what seems to be the (problem/issue/matter) | lets get started [then]
[is there] anything else [i can] [help with/help you with/assist you with/do for you] [today]
(gtg/g2g/afk/bbl) | [i] (gotta/got to/have to/should/need to/better) (go/run/get going)
back in a (bit/sec/minute)
just (saying hi/checking in/wondering/curious/browsing/testing/asking)
(hi/hello/me/its me) again | test | testing | just wanted to say (hi/hello/thanks) | tell me more
say more | what happened | how so | how come | why | why not | why is that | and then | then what
what do you (mean/think) | what else | whos there | guess what | you know what
happy (birthday/new year/holidays/anniversary/easter/thanksgiving/halloween) | merry christmas
get well soon
enjoy your (meal/stay/trip/lunch/dinner/coffee/flight/holiday/holidays/vacation/break/time off)
drive (safe/safely) | have a [{good}] safe (flight/trip/journey/drive)
have a {good} (flight/trip/journey/drive/holiday/vacation/lunch)
(chat/catch you/see you/speak/catch up) soon | {good} catching up | enjoy yourself
hope you (enjoy/like) it | [im] (cheering for you/cheering you on)
youll do (great/awesome/fine/amazing) | im always there for you
what are you (doing/up to today/doing today) | [how] have you been [lately/up to]
how did (it/that) go | hows it
(best of luck/all the best/best wishes/warm regards/kind regards/best regards)
(keep/stay) in touch | [lets] keep in touch
(does/did) that (make sense/help/answer your question) | is that (clear/ok/okay)
what else can i (do for you/help you with) | how else can i help [you]
do you have any [other/more/further] questions
[i] (hope/trust) (i was/that was/this was) (helpful/useful)
[is there] something else i can help [you] with | (please/kindly) (hold/wait/stand by)
please stay on the line | (checking/looking) [into it] [now] | hang tight
give me (a/one) (moment/second/sec/minute) | give me a few (seconds/minutes/moments)
almost (there/done) | let me (get/grab/fetch/find) (that/it) [for you] | let me think [about it]
let me see | id be (happy/glad/delighted) to [help/assist] [you] [with that] | id love to [help]
(happy/glad) to assist [you] | im (an ai/a virtual/your virtual/your/an) assistant | as an ai
im just a bot | we (value/appreciate) your (business/feedback/patience)
your (patience/feedback/time) is [much/greatly] (appreciated/valued)
i (understand/get/hear) your (frustration/concern/worry)
i (know/understand/realize/can see/can imagine) how {bad} (that/this/it) (is/must be/can be/feels)
im sorry (youre going through this/you had this experience)
im sorry (you feel that way/you had to wait/about the wait) | [you should] be proud [of yourself]
keep (it up/going/up the good work) | hang in there | youre not alone | take it easy
[take it] one step at a time | be kind to yourself
(its/thats) (ok/okay/normal/natural) to feel (that way/this way) | im rooting for you
believe in yourself | you deserve it | you earned it | what an achievement | im all ears
(thats/its) completely (understandable/normal) | understandable
thats [a] huge (achievement/step/deal) | thats huge
[is there] anything else (you need/youd like/today) | do you need anything else
(let me know/just let me know/please let me know) [if you need anything/if you need anything else]
let me know (if you have any questions/if there is anything else/how it goes/if i can help)
(feel free/please feel free) to (ask/reach out/contact us/message me) [anytime/again]
feel free to ask if you have any [other/more/further] questions
if you have any [other] questions | let me (try/try that/try it) | let me {look} [that/this/it]
while i {look} [that/this/it] [up]
[im] sorry (about that/to hear that/to hear it/for that/for the wait/for the delay/to bother you)
[im] sorry for (the inconvenience/any inconvenience/the trouble/the confusion) | im afraid
i apologize [for that/for the inconvenience/for any inconvenience/for the delay/for the trouble]
[my/our] [sincere] apologies [for that/for the inconvenience/for the delay]
i [completely/totally/fully] understand how {bad} (this/that/it) (must be/is/can be/must feel)
i can (imagine/understand) [that/how you feel] | i hear you | i feel you
that happens [to everyone] | it happens [to everyone/to the best of us]
[please] dont (worry/be hard on yourself) [about it] | dont be too hard on yourself
dont worry [about it] | everything will be (ok/fine/alright)
(youll/you will) (be fine/do great/do well/get there) [next time]
im sure (youll/you will) do great | im sure (youll/you will) do great next time
im [so] (happy/glad/pleased/excited/proud) for you [guys]
im [so] (jealous/excited/proud of you/pleased/happy/glad) | would you like to talk about it
want to (chat/talk) [about it] | im (happy/glad) for you [guys/both] | pray for me | wish me luck
no silly questions [here] | there are no silly questions
stay (cool/warm/hydrated/strong/positive) | drink plenty of water | get some rest
we should catch up | we need to celebrate | poor (you/thing/guy) | back to work | ok back to work
just looking [around] | i have a [quick] question | quick (q/question) | [i] have a question
i need [your/some] help | can you help [me] | could you help [me]
can i ask [you] (something/a question) | its hot [today] | its cold [today]
{good} weather [today] | want to chat
(nice/great/lovely) (talking/chatting/speaking) (to/with) you
it was nice (talking/chatting) (to/with) you | any (lunch/dinner/weekend) plans | any plans
sorry for (the late reply/replying late/the delay/the scare) | im right here | what do you need
what can i get you | what would you like (to do/to know/to talk about)
can (anyone/anybody/somebody/someone) help [me] | tell me whats (going on/up/wrong)
[is there] anything more i can do [for you] [today] | i can see why youd be upset
i do apologize [for that] | if theres anything i can do just (shout/ask/tell me/say)
we should catch up [soon] | is this the right place | ill be right here
"""

COURTESIES = """
i am here to help | im here (to help/for you/if you need me/to listen)
[im] always here [for you] | ill be (right with you/right back/with you shortly)
(let me/allow me to) {look} [that/this/it/on that/into it/into this/into that]
(ill/i will/im going to) {look} [that/this/it/on that/into it/into this/into that]
(let me/allow me to/ill) {look} (that/this/it/into this/on that) for you [right away/now/quickly]
(let me/allow me to/ill) {look} [on/in] (the/your) (calendar/schedule/system)
(let me/allow me to/ill) {look} [on/in] (the/your) (account/details/records/status)
(let me/allow me to/ill) {look} availability [for you] | i have it in front of me [now]
may i have a moment to {look} your (account/order/details/file)
[no problem] i can help [you] with that | i can (definitely/certainly/surely) help [you] with that
ill do my best | (let me/allow me to) {look} for you | let me (dig into/sort out) (it/this/that)
while i sort (this/that/it) out | well figure it out [together]
may i have a (moment/minute/second) to (bring up/pull up) your (account/order/details/file)
may i have a (moment/minute/second) to (open/find) your (account/order/details/file)
"""
"""Of an assistant alone: from anyone else it would be a promise."""
