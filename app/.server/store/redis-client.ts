import { createClient } from "redis";
import { bounded } from "./engine-rules";

/** Command timeout in ms: the page says 503 rather than hang. */
export const COMMAND_MS = 2_000;
const MAX_RECONNECT_PAUSE_MS = 1_000;
/** How long a read waits for a reconnect before Redis counts as unavailable, in ms. */
const RECONNECTED_MS = 500;
const MAX_WAITING_COMMANDS = 10_000;

export type Client = ReturnType<typeof createRedisClient>;

export type Connection = {
  client: Client;
  since: number;
  connected: Promise<void>;
  /** Set while the connection is lost. */
  lost?: { at: number; back: Promise<void> };
};

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING_COMMANDS,
    maintNotifications: "disabled",
    pingInterval: COMMAND_MS,
    socket: {
      connectTimeout: COMMAND_MS,
      // Ends an unanswered handshake; pings keep a healthy idle connection alive.
      socketTimeout: COMMAND_MS * 2,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_PAUSE_MS) * (0.5 + Math.random() / 2),
    },
  });
}

export function connect(url: string, onError: (error: unknown) => void): Connection {
  const client = createRedisClient(url);
  client.on("error", onError);
  const connected = client.connect().then(
    () => undefined,
    () => undefined,
  );
  const connection: Connection = { client, connected, since: performance.now() };
  client.on("reconnecting", () => {
    const back = () => new Promise<void>((resolve) => client.once("ready", resolve));
    connection.lost ??= { at: performance.now(), back: back() };
  });
  client.on("ready", () => {
    connection.lost = undefined;
  });
  return connection;
}

/** Waits a short time for the (re)connection. @returns whether the client is ready */
export async function reconnected({ client, since, connected, lost }: Connection): Promise<boolean> {
  const left = RECONNECTED_MS - (performance.now() - (lost?.at ?? since));
  if (left > 0) await bounded(left, lost?.back ?? connected).catch(() => undefined);
  return client.isReady;
}

/** @returns how Redis evicts keys (`allkeys-lru`), undefined if it never does */
export async function evictionPolicy(client: { info(section: string): Promise<string> }): Promise<string | undefined> {
  const memory = await client.info("memory");
  const of = (name: string) => new RegExp(`^${name}:(\\S+)`, "m").exec(memory)?.[1];
  const policy = of("maxmemory_policy");
  return of("maxmemory") === "0" || policy === "noeviction" ? undefined : policy;
}

/* Lua scripts, which Redis runs atomically (EVAL). */

/** ARGV: the expected text. */
export const DELETE_IF_EQUALS = `
if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end
return 0`;

/** ARGV: the expected text, the new text, TTL in ms. */
export const REPLACE_IF_EQUALS = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1`;

/** KEYS: the log's stream, a sorted set of its ids by expiry. ARGV: id. */
export const REMOVE_FROM_LOG = `
redis.call("ZREM", KEYS[2], ARGV[1])
return redis.call("XDEL", KEYS[1], ARGV[1])`;

const NOW = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** ARGV: TTL in ms. By PEXPIREAT, so that a Redis user needs no further right. */
export const EXTEND = `${NOW}
return redis.call("PEXPIREAT", KEYS[1], string.format("%d", now + ARGV[1]))`;

/** KEYS: a log's. ARGV: value, TTL in ms. The whole log expires with its last entry. */
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

/** KEYS: stream. ARGV: newest id, oldest id, limit. Returns id, value, id, value… newest first. */
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
