"""What Redis does atomically: one Lua script an operation, each over a whole batch.

Every script may run twice with the same arguments and leave the same state.
"""

# KEYS: window, entries, removed of each session.  ARGV: ttl, keep, then of each session: how many,
# and of each message: id, offset, entry.
APPEND = """
local at = 3
for i = 1, #KEYS, 3 do
  local window, entries, removed = KEYS[i], KEYS[i + 1], KEYS[i + 2]
  local count = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, count do
    local id, offset, entry = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2]
    at = at + 3
    local stored = redis.call('HGET', entries, id)
    local gone = redis.call('HGET', removed, id)
    if not (stored and cjson.decode(stored).offset > offset)
        and not (gone and tonumber(gone) >= offset) then
      redis.call('HSET', entries, id, entry)
      redis.call('ZADD', window, 'LT', offset, id)
    end
  end
  for _, id in ipairs(redis.call('ZRANGE', window, 0, -1 - ARGV[2])) do
    redis.call('ZREM', window, id)
    redis.call('HDEL', entries, id)
  end
  redis.call('EXPIRE', window, ARGV[1])
  redis.call('EXPIRE', entries, ARGV[1])
end
"""

# KEYS: window, entries, removed.  ARGV: message id, offset, ttl.  Returns 1 if it was there.
REMOVE = """
local stored = redis.call('HGET', KEYS[2], ARGV[1])
if stored and cjson.decode(stored).offset > tonumber(ARGV[2]) then
  return 0
end
local gone = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or -1)
redis.call('HSET', KEYS[3], ARGV[1], math.max(gone, tonumber(ARGV[2])))
redis.call('EXPIRE', KEYS[3], ARGV[3])
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('HDEL', KEYS[2], ARGV[1])
"""

# KEYS: facts of each session, sessions of its owner.  ARGV: ttl, channel, keep, then of each
# session: its identity and its facts.
SET_FACTS = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local changed = {}
local at = 4
for i = 1, #KEYS, 2 do
  local session, facts = ARGV[at], ARGV[at + 1]
  at = at + 2
  if redis.call('GET', KEYS[i]) ~= facts then
    changed[#changed + 1] = session
  end
  redis.call('SET', KEYS[i], facts, 'EX', ARGV[1])
  redis.call('ZADD', KEYS[i + 1], now, session)
  redis.call('ZREMRANGEBYRANK', KEYS[i + 1], 0, -1 - ARGV[3])
  redis.call('EXPIRE', KEYS[i + 1], ARGV[1])
end
if #changed > 0 then
  redis.call('PUBLISH', ARGV[2], table.concat(changed, ' '))
end
"""

# KEYS: marks of each session.  ARGV: ttl, channel, then of each: session, field, offset.
RAISE_MARKS = """
local raised = {}
for i, marks in ipairs(KEYS) do
  local session, field, offset = ARGV[i * 3], ARGV[i * 3 + 1], ARGV[i * 3 + 2]
  local now = redis.call('HGET', marks, field)
  if not now or tonumber(now) < tonumber(offset) then
    redis.call('HSET', marks, field, offset)
    raised[#raised + 1] = session
  end
  redis.call('EXPIRE', marks, ARGV[1])
end
if #raised > 0 then
  redis.call('PUBLISH', ARGV[2], table.concat(raised, ' '))
end
"""

# KEYS: order and entries of each entry's task, tasks of its owner.  ARGV: ttl, keep, keep tasks,
# then of each: entry id, entry, task id.
APPEND_TASK = """
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local at = 4
for i = 1, #KEYS, 3 do
  local order, entries, tasks = KEYS[i], KEYS[i + 1], KEYS[i + 2]
  local id, entry, task = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  at = at + 3
  if redis.call('HSETNX', entries, id, entry) == 1 then
    redis.call('RPUSH', order, id)
  end
  while redis.call('LLEN', order) > tonumber(ARGV[2]) do
    redis.call('HDEL', entries, redis.call('LPOP', order))
  end
  redis.call('ZADD', tasks, now, task)
  redis.call('ZREMRANGEBYRANK', tasks, 0, -1 - ARGV[3])
  for _, key in ipairs({order, entries, tasks}) do
    redis.call('EXPIRE', key, ARGV[1])
  end
end
"""
