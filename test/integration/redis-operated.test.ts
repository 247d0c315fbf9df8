import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "redis";
import { afterEach, expect, it } from "vitest";
import { freePort } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";
import type { BrowserSession } from "../support/browser-session";
import { type RedisServer, startRedis } from "../support/redis";
import { startTcpForward } from "../support/tcp-forward";
import { startWorld, type World, type WorldOptions } from "../support/world";
import { HostileWorld } from "./support/hostile-world";

// Each test starts servers of its own.

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function redisServer(...options: string[]): Promise<RedisServer> {
  const redis = await startRedis(...options);
  cleanUps.push(redis.close);
  return redis;
}

async function worldOf(options: WorldOptions): Promise<World> {
  const world = await startWorld(options);
  cleanUps.push(world.close);
  return world;
}

async function admin(url: string) {
  const client = createClient({ url });
  client.on("error", () => undefined);
  await client.connect();
  cleanUps.push(() => client.destroy());
  return client;
}

const portOf = ({ url }: RedisServer) => new URL(url).port;
const FORM = "main form:has([name=formKey])";

/**
 * A change of a seller, with all that the store does for it: a claim, the history, the seller's
 * moments.
 */
async function rename(world: World, browser: BrowserSession, displayName: string): Promise<void> {
  const [seller] = world.sandbox.control.sellers();
  const page = await browser.get(`/sellers/${seller?.id}/edit`);
  const saved = await browser.submit(page, { displayName }, FORM, { follow: false });
  expect([saved.status, saved.text]).toEqual([303, ""]);
  expect(world.sandbox.control.sellers()[0]).toMatchObject({ displayName });
}

it("works over TLS with the company's authority, as a user that may do what the guide lists and nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "panel-redis-tls-"));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => promisify(execFile)("openssl", args, { cwd: folder });
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  await openssl("req", ...made, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=The company");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "subjectAltName=IP:127.0.0.1"];
  await openssl("req", ...made, ...signed, "-keyout", "redis.key", "-out", "redis.pem", "-subj", "/CN=redis");

  const guide = readFileSync(join(root, "docs/operations.md"), "utf8");
  const line = /^user panel on .*$/m.exec(guide)?.[0] ?? "";
  expect(line).toContain(">PASSWORD");
  const user = (text: string) => ["--user", ...text.split(" ").slice(1)];
  const tlsPort = await freePort();
  const redis = await redisServer(
    ...["--tls-port", `${tlsPort}`, "--tls-auth-clients", "no", "--tls-ca-cert-file", at("ca.pem")],
    ...["--tls-cert-file", at("redis.pem"), "--tls-key-file", at("redis.key")],
    ...user(line.replace("PASSWORD", "of-the-panel")),
    ...user("user default off"),
    ...user("user boss on >of-the-boss ~* +@all"),
  );
  const storeUrl = `rediss://panel:of-the-panel@127.0.0.1:${tlsPort}/0`;
  const world = await worldOf({ storeUrl, env: { NODE_EXTRA_CA_CERTS: at("ca.pem") } });
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
  await rename(world, browser, "Przez TLS");
  expect((await browser.get("/history")).textOf("main")).toContain("Przez TLS");
  const ids = world.sandbox.control.sellers().slice(0, 3);
  const formKey = (await browser.get("/sellers")).form("form:has([name=formKey])").fields.get("formKey") as string;
  const chosen = new URLSearchParams([
    ...ids.map(({ id }): [string, string] => ["ids", id]),
    ["action", "disable"],
    ["formKey", formKey],
  ]);
  const job = await browser.submit(await browser.post("/sellers/bulk", chosen), {}, FORM);
  await expect.poll(async () => (await browser.get(job.path)).textOf("main")).toContain("Zakończon");
  expect((await browser.get("/auth/logout", { headers: CLICK, follow: false })).status).toBe(302);
  expect((await browser.get("/auth/session", { follow: false })).status).toBe(401);

  const boss = await admin(redis.url.replace("//", "//boss:of-the-boss@"));
  expect(await boss.aclLog()).toEqual([]);
  expect(world.app.logs()).not.toMatch(/NOPERM|of-the-panel/);

  // A database of another number needs the right that the guide names for it.
  const [right] = /names a database but 0, also `(\+select)`/.exec(guide)?.slice(1) ?? [];
  const numbered = storeUrl.replace(/0$/, "1");
  const elsewhere = await worldOf({ storeUrl: numbered, env: { NODE_EXTRA_CA_CERTS: at("ca.pem") } });
  expect((await fetch(`${elsewhere.appUrl}/readyz`)).status).toBe(503);
  await boss.sendCommand(["ACL", "SETUSER", "panel", right ?? ""]);
  await expect.poll(async () => (await fetch(`${elsewhere.appUrl}/readyz`)).status).toBe(200);

  // Without the authority's certificate nothing is said to whoever is there.
  const stranger = await worldOf({ storeUrl });
  expect((await fetch(`${stranger.appUrl}/readyz`)).status).toBe(503);
});

const CLICK = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" };

it("says at its start that Redis may evict what it stores", async () => {
  const redis = await redisServer("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru");
  const { app } = await worldOf({ storeUrl: redis.url });
  await expect.poll(app.logs).toMatch(/"warn".*Redis may evict.*volatile-lru/);
});

it("is read on while the replica is away that each write waits for", async () => {
  const redis = await redisServer();
  const world = await HostileWorld.start({ STORE_URL: redis.url });
  cleanUps.push(() => world.close());
  const browser = await world.signedIn();
  const operator = await admin(redis.url);
  await operator.configSet("min-replicas-to-write", "1");
  // The session's idle limit is due to be moved.
  await world.pass(62_000);
  for (const path of ["/profile", "/sellers", "/history"])
    expect([path, (await browser.get(path, { follow: false })).status]).toEqual([path, 200]);
  const out = await browser.get("/auth/logout", { headers: CLICK, follow: false });
  expect([out.status, out.headers.getSetCookie().join()]).toEqual([507, expect.not.stringContaining("session=")]);
  await expect.poll(() => world.logs()).toMatch(/the store is full.*NOREPLICAS|NOREPLICAS.*the store is full/);
  await operator.configSet("min-replicas-to-write", "0");
  expect((await browser.get("/auth/logout", { headers: CLICK, follow: false })).status).toBe(302);
});

it("whose answer to a form's claim is lost with the connection takes the same form the second time", async () => {
  const redis = await redisServer();
  const address = await startTcpForward(Number(portOf(redis)));
  cleanUps.push(address.close);
  const world = await worldOf({ storeUrl: `redis://127.0.0.1:${address.port}` });
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
  const page = await browser.get("/sellers/new");
  const typed = { displayName: "Za drugim razem", email: "drugi@example.pl", mpk: "00777" };
  const submit = () => browser.submit(page, typed, FORM, { follow: false });
  const lost = address.loseAnswer(/SET\r\n\$\d+\r\npanel:value:once:/);
  expect((await submit()).status).toBe(503);
  await lost;
  expect((await submit()).status).toBe(303);
  expect(world.sandbox.control.sellers().filter(({ email }) => email === typed.email)).toHaveLength(1);
});

it("goes on at the replica that took over, be it by plan or after a crash", async () => {
  const [one, two] = await Promise.all([redisServer(), redisServer()]);
  const [first, second] = await Promise.all([admin(one.url), admin(two.url)]);
  const follow = async (follower: typeof first, leader: RedisServer) => {
    await follower.sendCommand(["REPLICAOF", "127.0.0.1", portOf(leader)]);
    await expect.poll(() => follower.info("replication"), { timeout: 60_000 }).toContain("master_link_status:up");
  };
  await follow(second, one);
  // The app gives a seller's lease back after its answer; lost in a failover, it would hold up the
  // next save.
  const hasAll = (follower: typeof first) =>
    expect.poll(() => follower.keys("panel:value:lease:seller:*"), { timeout: 60_000 }).toEqual([]);
  const address = await startTcpForward(Number(portOf(one)));
  cleanUps.push(address.close);
  const world = await worldOf({ storeUrl: `redis://127.0.0.1:${address.port}` });
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
  await rename(world, browser, "Pierwszy");
  await hasAll(second);

  // The roles change while the app's connection stays open: it leads to one that takes no writes
  // any more.
  await second.sendCommand(["REPLICAOF", "NO", "ONE"]);
  address.leadTo(Number(portOf(two)));
  await follow(first, two);
  await rename(world, browser, "Drugi");

  await hasAll(first);
  await two.stop();
  await first.sendCommand(["REPLICAOF", "NO", "ONE"]);
  address.leadTo(Number(portOf(one)));
  await expect
    .poll(async () => (await browser.get("/profile", { follow: false })).status, { timeout: 60_000 })
    .toBe(200);
  await rename(world, browser, "Trzeci");
  const history = (await browser.get("/history")).textOf("main");
  for (const name of ["Pierwszy", "Drugi", "Trzeci"]) expect(history).toContain(name);
});
