"""Words that say nothing about what a text is about, as the term splitter leaves them.

Negations stay out of it: whether someone eats a thing matters.
"""

_ENGLISH = """
a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further get got had
has have having he her here hers herself him himself his how i if in into is it its itself just let
me more most my myself of off on once only or other our ours ourselves out over own really same she
should so some such than that the their theirs them themselves then there these they this those
through to too under until up us very was we were what when where which while who whom why will
with would you your yours yourself yourselves
s t d ll m re ve don didn doesn isn wasn aren weren hasn haven hadn couldn wouldn shouldn
"""

# Single characters alone: words of several are left to BM25's own weight for the frequent.
_CHINESE = """
的 了 着 过 吗 呢 吧 啊 呀 嘛 哦 嗯 和 与 及 或 而 且 在 是 就 都 也 还 又 把 被 给 对 从 向
到 这 那 个 之 其 我 你 他 她 它 们 您 很 有 说 一 会 能 要 想 去 来 让 太 更 最 得 地 为 以
可 哪 谁 什 么 怎 样 后 前 里 时
"""

STOP_WORDS = frozenset((_ENGLISH + _CHINESE).split())
