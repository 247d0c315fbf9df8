import { createConnection, createServer, type Socket } from "node:net";
import { createClient } from "redis";
import { afterEach, expect, test, vi } from "vitest";
import { freePort } from "../../../scripts/lib/process.mjs";
import { startRedis } from "../../../test/support/redis";
import { settlesBefore } from "../../../test/support/settles-before";
import { startTcpForward } from "../../../test/support/tcp-forward";
import { openStore, StoreFull, StoreUnavailable } from "./open-store";

const LONG = 60_000;
/** The promised bound is 2 s; the rest is for a busy machine. */
const BOUND_MS = 4_000;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function redisServer(...options: string[]) {
  const redis = await startRedis(...options);
  cleanUps.push(redis.close);
  return redis;
}

async function opened(url: string) {
  const store = await openStore(url);
  cleanUps.push(() => store.close());
  return store;
}

async function unavailable(call: Promise<unknown>) {
  expect(await settlesBefore(call, BOUND_MS)).toBe(true);
  await expect(call).rejects.toThrow(StoreUnavailable);
}

const recovers = (call: () => Promise<unknown>) => vi.waitFor(call, { timeout: 20_000, interval: 100 });

test(
  "Redis killed: every call answers StoreUnavailable soon; back again: the same values, without a restart",
  async () => {
    const redis = await redisServer();
    const store = await opened(redis.url);
    await store.put("session:1", "stored", 60);
    await redis.stop();
    await unavailable(store.get("session:1"));
    await Promise.all([
      unavailable(store.put("session:2", "lost", 60)),
      unavailable(store.putIfAbsent("claim:1", "lost", 60)),
      unavailable(store.deleteIfEquals("session:1", "stored")),
      unavailable(store.append("history", "lost", 60)),
      unavailable(store.readLog("history", { limit: 1 })),
      unavailable(store.ping()),
    ]);
    await redis.start();
    await recovers(() => store.ping());
    expect(await store.get("session:1")).toBe("stored");
    expect(await store.get("session:2")).toBeUndefined();
  },
  LONG,
);

test(
  "Redis hangs: calls end within their bound, and work again once it goes on",
  async () => {
    const redis = await redisServer();
    const store = await opened(redis.url);
    await store.put("session:1", "stored", 60);
    redis.freeze();
    await Promise.all([unavailable(store.get("session:1")), unavailable(store.ping())]);
    await unavailable(store.get("session:1"));
    redis.thaw();
    await recovers(() => store.ping());
    expect(await store.get("session:1")).toBe("stored");
  },
  LONG,
);

test(
  "a connection that swallows everything is given up for a new one",
  async () => {
    const redis = await redisServer();
    let swallow = false;
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => {
      const upstream = createConnection(Number(new URL(redis.url).port), "127.0.0.1");
      for (const end of [socket, upstream]) {
        sockets.add(end);
        end.on("error", () => undefined);
      }
      let dead = false; // this connection for good, new ones not
      socket.on("data", (chunk) => {
        dead ||= swallow;
        if (!dead) upstream.write(chunk);
      });
      upstream.pipe(socket);
    });
    const port = await freePort();
    proxy.listen(port, "127.0.0.1");
    cleanUps.push(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    const store = await opened(`redis://127.0.0.1:${port}`);
    await store.put("session:1", "stored", 60);
    swallow = true;
    await unavailable(store.get("session:1"));
    swallow = false;
    await recovers(async () => expect(await store.get("session:1")).toBe("stored"));
  },
  LONG,
);

test(
  "opens while Redis is down, and works as soon as Redis is there",
  async () => {
    const redis = await redisServer();
    await redis.stop();
    const store = await opened(redis.url);
    await unavailable(store.get("session:1"));
    const failure = await store.get("session:1").catch((error: StoreUnavailable) => error.cause);
    expect(String(failure)).toContain("ECONNREFUSED");
    await redis.start();
    await recovers(() => store.ping());
  },
  LONG,
);

test(
  "a wrong password is a StoreUnavailable that says so and repeats nothing of the URL",
  async () => {
    const redis = await redisServer("--requirepass", "right-password");
    const wrong = await opened(redis.url.replace("//", "//:wrong-password@"));
    const failure = (await wrong.ping().catch((error: unknown) => error)) as StoreUnavailable;
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure.cause)).toContain("WRONGPASS");
    expect(JSON.stringify([failure, failure.cause]) + failure.stack + String(failure.cause)).not.toContain(
      "wrong-password",
    );
    const right = await opened(redis.url.replace("//", "//:right-password@"));
    await expect(right.ping()).resolves.toBeUndefined();
  },
  LONG,
);

test(
  "a server that was made a replica is left for the one that took over, and the write that it refused is done there",
  async () => {
    const [one, two] = await Promise.all([redisServer(), redisServer()]);
    const forward = await startTcpForward(Number(new URL(one.url).port));
    cleanUps.push(forward.close);
    const store = await opened(`redis://127.0.0.1:${forward.port}`);
    await store.put("session:1", "before", 60);
    const demoted = await createClient({ url: one.url }).connect();
    cleanUps.push(() => demoted.destroy());
    await demoted.sendCommand(["REPLICAOF", "127.0.0.1", new URL(two.url).port]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    // Nobody has taken over yet: refused, soon and without a storm of connections.
    await Promise.all(Array.from({ length: 20 }, () => unavailable(store.put("session:1", "lost", 60))));
    forward.leadTo(Number(new URL(two.url).port));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await Promise.all([store.put("session:1", "after", 60), store.append("history", "after", 60)]);
    expect(await (await opened(two.url)).get("session:1")).toBe("after");
  },
  LONG,
);

test(
  "what only reads goes on over the next connection when its own breaks",
  async () => {
    const redis = await redisServer();
    const store = await opened(redis.url);
    await store.put("session:1", "stored", 60);
    await store.append("history", "stored", 60);
    const operator = await createClient({ url: redis.url }).connect();
    cleanUps.push(() => operator.destroy());
    let killed = 0;
    const reader = async (read: () => Promise<unknown>) => {
      while (killed < 5) expect(await read()).toEqual(expect.anything());
    };
    const killer = async () => {
      for (; killed < 5; killed += 1) {
        await operator.sendCommand(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
        await recovers(() => store.ping());
      }
    };
    await Promise.all([
      reader(() => store.get("session:1")),
      reader(() => store.getMany(["session:1"])),
      reader(() => store.readLog("history", { limit: 9 })),
      killer(),
    ]);
  },
  LONG,
);

test(
  "a server that wants a replica for each write, and has none, can be read",
  async () => {
    const redis = await redisServer();
    const store = await opened(redis.url);
    await store.put("session:1", "stored", 60);
    await store.append("history", "stored", 60);
    const operator = await createClient({ url: redis.url }).connect();
    cleanUps.push(() => operator.destroy());
    await operator.configSet("min-replicas-to-write", "1");
    const writes = [
      store.put("session:1", "lost", 60),
      store.updateIfPresent("session:1", "lost", 60),
      store.replaceIfEquals("session:1", "stored", "lost", 60),
      store.append("history", "lost", 60),
    ];
    await Promise.all(writes.map((write) => expect(write).rejects.toThrow(StoreFull)));
    expect(await store.getMany(["session:1"])).toEqual(["stored"]);
    expect(await store.readLog("history", { limit: 9 })).toMatchObject([{ value: "stored" }]);
    await store.ping();
    await operator.configSet("min-replicas-to-write", "0");
    await store.put("session:1", "written", 60);
  },
  LONG,
);

test(
  "warns of a Redis that may evict, and of no other",
  async () => {
    const warned = async (...options: string[]) => {
      const redis = await redisServer(...options);
      const warnings: string[] = [];
      const store = await openStore(redis.url, { warn: (text) => warnings.push(text) });
      cleanUps.push(() => store.close());
      return warnings;
    };
    expect(await warned("--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")).toEqual([
      expect.stringMatching(/^Redis may evict .*allkeys-lru/),
    ]);
    expect(await warned("--maxmemory", "50mb", "--maxmemory-policy", "noeviction")).toEqual([]);
    expect(await warned("--maxmemory-policy", "allkeys-lru")).toEqual([]);
  },
  LONG,
);

test("a malformed URL is refused without its text", async () => {
  const failure = (await openStore("redis://:secret-word@[::").catch((error: unknown) => error)) as Error;
  expect(failure.message).toBe("STORE_URL is not a valid redis URL");
  expect(failure.stack).not.toContain("secret-word");
  expect(failure.cause).toBeUndefined();
});

test(
  "keys are the app's own, and an expired log leaves nothing behind",
  async () => {
    const redis = await redisServer();
    const store = await opened(redis.url);
    await store.put("session:1", "value", 60);
    for (let n = 0; n < 10; n++) await store.append("history", "short", 0.3);
    await store.append("history", "longer", 3);
    const client = await createClient({ url: redis.url }).connect();
    cleanUps.push(() => client.destroy());
    expect((await client.keys("*")).every((key) => key.startsWith("panel:"))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await store.append("history", "last", 1);
    expect(await client.xLen("panel:log:{history}")).toBe(2);
    expect(await client.pTTL("panel:log:{history}")).toBeLessThanOrEqual(3000);
    await new Promise((resolve) => setTimeout(resolve, 3200));
    expect(await client.keys("*")).toEqual(["panel:value:session:1"]);
  },
  LONG,
);

test(
  "a closed store answers StoreUnavailable",
  async () => {
    const redis = await redisServer();
    const store = await openStore(redis.url);
    await store.close();
    await store.close();
    await unavailable(store.get("session:1"));
    await unavailable(store.ping());
  },
  LONG,
);
