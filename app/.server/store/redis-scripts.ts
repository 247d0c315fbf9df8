/*
 * What Redis does in one go (EVAL), so that nobody else's command comes in between. Each script names the keys it touches
 * and what it is given.
 */

/** KEYS: value. ARGV: the text it must hold. */
export const DELETE_IF_EQUALS = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`;

/** KEYS: value. ARGV: the text it must hold, the new text, time to live in ms. */
export const REPLACE_IF_EQUALS = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1`;

/** KEYS: the log's stream, its ids by expiry. ARGV: id. */
export const REMOVE_FROM_LOG = `
redis.call("ZREM", KEYS[2], ARGV[1])
return redis.call("XDEL", KEYS[1], ARGV[1])`;

const NOW = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** KEYS: the log's stream, a sorted set of its ids by expiry. ARGV: value, time to live in ms. The whole log leaves with its last entry. */
export const APPEND = `${NOW}
local due = redis.call("ZRANGEBYSCORE", KEYS[2], "-inf", now, "LIMIT", 0, 200)
if #due > 0 then
  redis.call("XDEL", KEYS[1], unpack(due))
  redis.call("ZREM", KEYS[2], unpack(due))
end
local expires = string.format("%d", now + ARGV[2])
local id = redis.call("XADD", KEYS[1], "*", "expires", expires, "value", ARGV[1])
redis.call("ZADD", KEYS[2], expires, id)
local last = redis.call("ZRANGE", KEYS[2], -1, -1, "WITHSCORES")
local leaves = string.format("%d", last[2])
redis.call("PEXPIREAT", KEYS[1], leaves)
redis.call("PEXPIREAT", KEYS[2], leaves)
return id`;

/** KEYS: stream. ARGV: newest id, oldest id, limit. Answers id, value, id, value… newest first, without what has expired. */
export const READ = `${NOW}
local found, limit, newest = {}, tonumber(ARGV[3]), ARGV[1]
while true do
  local batch = redis.call("XREVRANGE", KEYS[1], newest, ARGV[2], "COUNT", math.min(limit, 500))
  for _, entry in ipairs(batch) do
    if tonumber(entry[2][2]) > now then
      table.insert(found, entry[1])
      table.insert(found, entry[2][4])
      if #found >= limit * 2 then return found end
    end
  end
  if #batch == 0 then return found end
  newest = "(" .. batch[#batch][1]
end`;
