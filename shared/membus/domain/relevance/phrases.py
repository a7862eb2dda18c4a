"""Phrases that say nothing worth remembering, English and Chinese, one line a group.

The gate drops a message only when it consists of these and nothing else, so an entry must be
harmless beside any other entry. A phrase that names, counts, wants or refuses a thing stays out.
"""

ENGLISH_GREETINGS = """
hi | hii | hiya | hello | hallo | hey | heya | hey there | hi there | hello there | howdy | yo
good morning | good afternoon | good evening | good night | good day | nice to meet you
nice to meet you too | pleased to meet you | welcome back | bye | bye bye | byebye | goodbye
good bye | see you | see ya | see you soon | see you later | see you around | talk soon
talk to you soon | talk to you later | catch you later | ttyl | take care | have a nice day
have a good day | have a great day | have a good one | have a nice evening | have a good evening
have a great weekend | have a nice weekend | have a good weekend | sleep well | cheers
long time no see | good to see you | nice to see you | great to see you | good to hear from you
great to hear from you | nice to hear from you
"""

ENGLISH_ACKNOWLEDGEMENTS = """
ok | okay | okey | k | kk | alright | all right | right | sure | sure thing | of course
certainly | yes | yeah | yep | yup | yea | ya | aye | no problem | no worries | np | no thanks
no thank you | fine | fair enough | good | great | perfect | excellent | awesome | amazing | cool
nice | wonderful | fantastic | brilliant | lovely | neat | sweet | super | exactly | absolutely
definitely | indeed | true | correct | totally | for sure | i agree | i see | i understand
i get it | i got it | got it | gotcha | understood | noted | makes sense | that makes sense
sounds good | sounds great | sounds fine | that is fine | that's fine | that's right
that is right | that's great | that is great | that's good | that's awesome | that's amazing
that's nice | that's cool | that's wonderful | that is correct | that's correct | that's true
thanks | thank you | thx | ty | tysm | thanks a lot | thanks so much | thanks again
thanks very much | thank you so much | thank you very much | thank you again | many thanks
much appreciated | appreciate it | i appreciate it | i appreciate that | thanks for your help
thank you for your help | thanks for the help | thanks for letting me know
thank you for letting me know | you're welcome | you are welcome | youre welcome | my pleasure
anytime | any time | don't mention it | glad to help | happy to help | glad i could help | oh | ah
aha | oh wow | wow | hmm | hm | mm | mhm | uh huh | uh | um | er | well | so | lol | lmao | rofl
haha | hahaha | hehe | hihi | oops | phew | yay | one moment | one moment please | just a moment
hold on | wait | wait a moment | a moment please | bear with me | anyway | go on | go ahead
please do | please continue | continue | ok then | that's all | that is all | that will be all
that'll be all | no that's all | nothing else | i'm fine | i am fine | i'm good | i am good
i'm great | i'm doing well | i am doing well | i'm doing good | i'm doing great | doing well
doing good | doing great | pretty good | not bad | not too bad | can't complain
"""

ENGLISH_SMALL_TALK = """
how are you | how are you doing | how are you today | how are you doing today | how're you
how is it going | how's it going | how are things | how are things going | how's everything
how is everything | how have you been | how you been | how do you do | what's up | whats up | sup
wassup | what's new | how was your day | how's your day | how is your day | how's your day going
how is your day going | same here | and you | and yourself | how about you | what about you
how about yourself | i hope you're well | i hope you are well | hope you're well
hope you are well | hope all is well | hope you're doing well | hope you are doing well
hope you have a great day | hope you have a nice day | are you there | are you still there
anyone there | anybody there | you there | can you hear me | are you a bot | are you human
are you a robot | are you real | how can i help | how can i help you | how can i help you today
how may i help you | how may i help you today | what can i do for you
what can i do for you today | how can i assist you | how can i assist you today
how may i assist you | how may i assist you today | is there anything else
is there anything else i can help with | is there anything else i can help you with
anything else | anything else i can help with | anything else i can help you with
let me know if you need anything | let me know if you need anything else | nice weather
nice weather today | lovely weather | lovely weather today | nice talking to you
nice chatting with you | it was nice talking to you | great talking to you | happy friday
happy monday
"""

CHINESE_GREETINGS = """
你好 | 您好 | 你们好 | 大家好 | 哈喽 | 哈啰 | 嗨 | 嘿 | 喂 | 早 | 早安 | 早上好 | 上午好 | 中午好
下午好 | 晚上好 | 晚安 | 午安 | 亲 | 亲爱的 | 同学你好 | 客服你好 | 客服您好 | 老师好 | 初次见面
很高兴认识你 | 很高兴认识您 | 见到你很高兴 | 幸会 | 欢迎 | 欢迎光临 | 欢迎回来 | 再见 | 拜拜 | 拜
回见 | 回头见 | 下次见 | 下次聊 | 改天聊 | 回头聊 | 先这样 | 就这样 | 慢走 | 好久不见 | 祝你愉快
祝您愉快 | 祝您生活愉快 | 祝你生活愉快 | 祝您一切顺利 | 祝你一切顺利 | 周末愉快 | 节日快乐
新年快乐 | 祝您购物愉快 | 在吗 | 在么 | 在嘛 | 在不在 | 有人吗 | 有人在吗 | 您在吗 | 你在吗
请问在吗
"""

CHINESE_ACKNOWLEDGEMENTS = """
好 | 好的 | 好滴 | 好哒 | 好嘞 | 好吧 | 好啊 | 好呀 | 好哦 | 好了 | 好好 | 行 | 行吧 | 行的 | 行啊
可以 | 可以的 | 没问题 | 没事 | 没事的 | 没关系 | 不客气 | 别客气 | 不用谢 | 不谢 | 不用客气
应该的 | 嗯 | 嗯嗯 | 恩 | 恩恩 | 唔 | 哦 | 哦哦 | 噢 | 喔 | 啊 | 呀 | 哎 | 唉 | 诶 | 额 | 呃 | 对
对的 | 对对 | 对啊 | 对呀 | 是 | 是的 | 是啊 | 是呀 | 是吧 | 没错 | 正确 | 确实 | 的确 | 当然
当然了 | 当然可以 | 不用了 | 没有了 | 没了 | 明白 | 明白了 | 了解 | 了解了 | 懂了 | 知道了
我知道了 | 我明白了 | 我了解了 | 我懂了 | 清楚了 | 收到 | 收到了 | 已收到 | 原来如此 | 原来是这样
这样啊 | 是这样啊 | 这样 | 谢谢 | 谢谢你 | 谢谢您 | 谢谢啦 | 谢谢了 | 谢了 | 多谢 | 感谢
非常感谢 | 十分感谢 | 太感谢了 | 感谢您 | 感谢你 | 万分感谢 | 感激不尽 | 辛苦了 | 辛苦 | 辛苦您了
辛苦你了 | 麻烦了 | 麻烦您了 | 麻烦你了 | 劳驾 | 太好了 | 真好 | 很好 | 非常好 | 不错 | 真不错
挺好 | 挺好的 | 棒 | 真棒 | 太棒了 | 厉害 | 厉害了 | 真厉害 | 完美 | 赞 | 哇 | 哇塞 | 天哪 | 天啊
哈 | 哈哈 | 哈哈哈 | 呵呵 | 嘿嘿 | 嘻嘻 | 同意 | 赞同 | 有道理 | 说得对 | 你说得对 | 您说得对
稍等 | 请稍等 | 您稍等 | 稍等一下 | 请稍等一下 | 等一下 | 等等 | 等我一下 | 没别的了 | 没有别的了
没有其他问题了 | 还好 | 还行 | 还可以 | 还不错 | 我很好 | 我挺好的 | 我还好 | 挺不错的 | 马马虎虎
继续 | 请继续 | 您请说 | 你说 | 您说 | 请说 | 请讲
"""

CHINESE_SMALL_TALK = """
吃了吗 | 吃了没 | 吃饭了吗 | 吃过了吗 | 最近好吗 | 最近怎么样 | 最近怎样 | 最近如何 | 近来可好
过得怎么样 | 你好吗 | 您好吗 | 还好吗 | 你还好吗 | 你呢 | 您呢 | 忙吗 | 在忙吗 | 忙啥呢 | 在干嘛
干嘛呢 | 在做什么 | 今天天气不错 | 天气不错 | 今天天气真好 | 天气真好 | 今天天气真不错 | 你是谁
您是谁 | 你是机器人吗 | 你是真人吗 | 有什么可以帮您 | 有什么可以帮您的 | 有什么可以帮您的吗
请问有什么可以帮您 | 请问有什么可以帮您的 | 请问有什么可以帮您的吗 | 请问有什么可以帮到您
有什么可以帮到您 | 有什么可以帮到您的 | 有什么可以帮你 | 有什么可以帮你的 | 有什么可以帮你的吗
有什么能帮您 | 有什么能帮您的 | 有什么能帮您的吗 | 请问有什么能帮您 | 请问需要什么帮助
还有什么可以帮您 | 还有什么可以帮您的 | 还有什么可以帮您的吗 | 还有其他可以帮您的吗
请问还有其他可以帮您的吗 | 请问还有什么可以帮您的吗 | 还有别的需要吗 | 还有其他问题吗
请问还有其他问题吗 | 还有其他需要吗 | 随时找我 | 有需要随时联系我 | 有需要随时找我
很高兴为您服务 | 很高兴为你服务 | 随时为您服务 | 聊聊天 | 聊聊 | 随便聊聊 | 无聊 | 好无聊
"""

FILLERS = """
oh | ah | well | so | then | too | also | again | just | really | very | much | my friend | friend
dear | guys | all | everyone | everybody | there | today | now | please | and | but | for now
sir | madam | mate | man | dude | buddy | 啊 | 呀 | 哦 | 呢 | 吧 | 啦 | 哈 | 嘛 | 哟 | 哇 | 的
了 | 您 | 你 | 亲 | 大家 | 那 | 真的 | 太 | 很
"""
"""Words that may stand between the phrases; they are none by themselves."""
