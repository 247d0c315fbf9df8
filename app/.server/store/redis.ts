import { bounded, checkKey, checkTimes, checkTtl, checkValue, logId, logTime, parseLogId } from "./engine-rules";
import {
  APPEND,
  type Client,
  COMMAND_MS,
  connect,
  DELETE_IF_EQUALS,
  EXTEND,
  evictionPolicy,
  READ,
  REMOVE_FROM_LOG,
  REPLACE_IF_EQUALS,
  reconnected,
} from "./redis-client";
import { type LogEntry, type LogQuery, type Store, StoreFull, type StoreOptions, StoreUnavailable } from "./store";

/** Minimum age in ms of a connection before it is replaced because its server is read-only. */
const MIN_READONLY_AGE_MS = 1_000;

const PREFIX = "panel:";

/**
 * Opens Redis or Valkey 6.2 or newer. Resolves even while it is down; then calls reject with
 * StoreUnavailable.
 * @throws Error for a malformed URL, without its text: it may hold a password
 */
export async function openRedis(url: string, { warn }: StoreOptions): Promise<Store> {
  const store = new RedisStore(url, warn);
  await bounded(COMMAND_MS, store.inspected).catch(() => undefined);
  return store;
}

class RedisStore implements Store {
  readonly #url: string;
  #connection: ReturnType<typeof connect>;
  /** Says more than "the client is offline". */
  #lastError: unknown;
  #closed = false;
  readonly inspected: Promise<void>;

  constructor(url: string, warn: StoreOptions["warn"]) {
    this.#url = url;
    try {
      this.#connection = this.#connect();
    } catch {
      throw new Error("STORE_URL is not a valid redis URL");
    }
    this.inspected = this.#inspect(warn);
  }

  async get(key: string) {
    checkKey(key);
    return (await this.#read((client) => client.get(valueKey(key)))) ?? undefined;
  }

  async getMany(keys: readonly string[]) {
    for (const key of keys) checkKey(key);
    if (keys.length === 0) return [];
    const values = await this.#read((client) => client.mGet(keys.map(valueKey)));
    return values.map((value) => value ?? undefined);
  }

  async put(key: string, value: string, ttlSeconds: number) {
    await this.#set(key, value, ttlSeconds);
  }

  async putIfAbsent(key: string, value: string, ttlSeconds: number) {
    return this.#set(key, value, ttlSeconds, "NX");
  }

  async updateIfPresent(key: string, value: string, ttlSeconds: number) {
    return this.#set(key, value, ttlSeconds, "XX");
  }

  async replaceIfEquals(key: string, expected: string, value: string, ttlSeconds: number) {
    checkKey(key);
    checkValue(value);
    const args = [expected, value, String(checkTtl(ttlSeconds))];
    return (await this.#run(REPLACE_IF_EQUALS, [valueKey(key)], args)) === 1;
  }

  async extend(key: string, ttlSeconds: number) {
    checkKey(key);
    return (await this.#run(EXTEND, [valueKey(key)], [String(checkTtl(ttlSeconds))])) === 1;
  }

  async delete(key: string) {
    checkKey(key);
    return (await this.#ask((client) => client.del(valueKey(key)))) > 0;
  }

  async deleteIfEquals(key: string, value: string) {
    checkKey(key);
    return (await this.#run(DELETE_IF_EQUALS, [valueKey(key)], [value])) === 1;
  }

  async append(log: string, value: string, ttlSeconds: number) {
    checkKey(log);
    checkValue(value);
    const ttlMs = checkTtl(ttlSeconds);
    return fromStreamId(String(await this.#run(APPEND, [logKey(log), logExpiryKey(log)], [value, String(ttlMs)])));
  }

  async readLog(log: string, { limit, before, ...times }: LogQuery) {
    checkKey(log);
    const { from, until } = checkTimes(times);
    const cursor = before === undefined ? undefined : parseLogId(before);
    if (limit <= 0 || (before !== undefined && !cursor)) return [];
    const newestAt = Number(logTime(until)) - 1;
    // Redis rejects ids below its first possible one.
    if (newestAt < 0 || (cursor?.at === 0 && cursor.sequence === 0)) return [];
    const newest = cursor && cursor.at <= newestAt ? `(${cursor.at}-${cursor.sequence}` : String(newestAt);
    const oldest = String(Number(logTime(from)));
    const script = { keys: [logKey(log)], arguments: [newest, oldest, String(Math.ceil(limit))] };
    const reply = (await this.#read((client) => client.eval(READ, script))) as string[];
    const entries: LogEntry[] = [];
    for (let at = 0; at < reply.length; at += 2) {
      const id = fromStreamId(reply[at] as string);
      entries.push({ id, at: Number(id.slice(0, 15)), value: reply[at + 1] as string });
    }
    return entries;
  }

  async removeFromLog(log: string, id: string) {
    checkKey(log);
    const entry = parseLogId(id);
    if (!entry) return false;
    return (
      (await this.#run(REMOVE_FROM_LOG, [logKey(log), logExpiryKey(log)], [`${entry.at}-${entry.sequence}`])) === 1
    );
  }

  async ping() {
    await bounded(COMMAND_MS, this.#connection.connected).catch(() => undefined);
    await this.#ask((client) => client.ping());
  }

  async close() {
    if (this.#closed) return;
    this.#closed = true;
    const { client } = this.#connection;
    if (client.isReady) await bounded(COMMAND_MS, client.close()).catch(() => undefined);
    client.destroy();
  }

  async #set(key: string, value: string, ttlSeconds: number, condition?: "NX" | "XX") {
    checkKey(key);
    checkValue(value);
    const expiration = { type: "PX", value: checkTtl(ttlSeconds) } as const;
    return (await this.#ask((client) => client.set(valueKey(key), value, { expiration, condition }))) !== null;
  }

  #run(script: string, keys: string[], args: string[]) {
    return this.#ask((client) => client.eval(script, { keys, arguments: args }));
  }

  /** Retries a read once within the timeout when the connection broke and soon returns. */
  async #read<T>(command: (client: Client) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + COMMAND_MS;
    const { client } = this.#connection;
    try {
      return await this.#ask(command);
    } catch (error) {
      if (this.#closed || client.isReady || !(await reconnected(this.#connection))) throw error;
      return bounded(giveUpAt - performance.now(), this.#ask(command));
    }
  }

  /** A replica refuses a write before any effect, so retry on a new connection after a failover. */
  async #ask<T>(command: (client: Client) => Promise<T>): Promise<T> {
    const { client, since } = this.#connection;
    try {
      return await this.#askOnce(command);
    } catch (error) {
      if (!saysAnyOf(error, "READONLY") || performance.now() - since < MIN_READONLY_AGE_MS) throw error;
      this.#replace(client);
      await bounded(COMMAND_MS, this.#connection.connected);
      return this.#askOnce(command);
    }
  }

  async #askOnce<T>(command: (client: Client) => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable(new Error("The store is closed"));
    const { client } = this.#connection;
    let answered = false;
    const answer = command(client).finally(() => {
      answered = true;
    });
    try {
      return await bounded(COMMAND_MS, answer);
    } catch (error) {
      if (!answered) this.#replace(client);
      else if (saysAnyOf(error, FULL)) throw new StoreFull(error);
      else if (!client.isReady && this.#lastError) throw new StoreUnavailable(this.#lastError);
      throw error;
    }
  }

  async #inspect(warn: StoreOptions["warn"]): Promise<void> {
    await this.#connection.connected;
    const policy = await this.#ask(evictionPolicy).catch(() => undefined);
    if (policy) {
      warn(
        `Redis may evict what the app stores, sessions and history too: maxmemory-policy is ${policy}, not noeviction`,
      );
    }
  }

  #connect() {
    return connect(this.#url, (error) => {
      this.#lastError = error;
    });
  }

  /** TCP may take a quarter of an hour to give up a silent connection. */
  #replace(silent: Client): void {
    if (this.#closed || this.#connection.client !== silent) return;
    this.#connection = this.#connect();
    silent.destroy();
  }
}

/** Error codes for: memory limit, disk full, replicas missing. */
const FULL = "OOM|MISCONF|NOREPLICAS";

/** Also matches errors from scripts. */
function saysAnyOf(error: unknown, words: string): boolean {
  const word = new RegExp(`^(ERR .*)?-?(${words})\\b`);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (word.test(cause.message)) return true;
  }
  return false;
}

const valueKey = (key: string) => `${PREFIX}value:${key}`;
const logKey = (log: string) => `${PREFIX}log:{${log}}`;
/** Braces put both keys of a log on the same cluster node. */
const logExpiryKey = (log: string) => `${PREFIX}log-expiry:{${log}}`;

function fromStreamId(id: string): string {
  const [at, sequence] = id.split("-");
  return logId(Number(at), Number(sequence));
}
