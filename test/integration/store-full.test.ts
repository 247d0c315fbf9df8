import { execFile } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { type RedisServer, startRedis } from "../support/redis";
import { type StoreProcess, startStoreProcess } from "../support/store-process";
import { startWorld, type World } from "../support/world";
import { HostileWorld } from "./support/hostile-world";

const NO_ROOM = "w panelu skończyło się miejsce na dane";

/** Whether anything more fits into the store. */
type Fill = (how: "full" | "free") => Promise<void>;

/** Of Redis as an operator bounds it: above its memory it takes no more writes. */
const fillRedis =
  ({ url }: RedisServer): Fill =>
  (how) =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
        socket.write(`CONFIG SET maxmemory ${how === "full" ? 1 : 0}\r\n`),
      );
      socket.once("error", reject).once("data", (answer) => {
        socket.destroy();
        if (String(answer).startsWith("+OK")) resolve();
        else reject(new Error(String(answer)));
      });
    });

/**
 * Of the embedded store as a disk without room, or a spent quota, does: the system takes no more
 * bytes of this process into any file (setrlimit(2), RLIMIT_FSIZE), and takes them again once there
 * is room.
 */
const fillDisk =
  (world: () => World): Fill =>
  async (how) => {
    const bytes = how === "full" ? 1 : "unlimited";
    await promisify(execFile)("prlimit", ["--pid", `${world().app.pid}`, `--fsize=${bytes}:`]);
  };

const MAX_MB = 16;

/**
 * Of the embedded store at its own limit: another process writes into the same file what leaves no
 * room.
 */
const fillFile =
  (other: StoreProcess): Fill =>
  async (how) => {
    const half = "x".repeat(500_000);
    for (let n = 0; n < 2 * MAX_MB - 1; n += 1) {
      if (how === "full") await other.call("put", [`filler:${n}`, half, 600]);
      else await other.call("delete", [`filler:${n}`]);
    }
    await wait(1_200); // it is measured once a second
  };

/** The form that adds or asks, as opposed to those of the page around it. */
const FORM = "main form:has([name=formKey])";
const keyOf = (page: Page) => page.form("form:has([name=formKey])").fields.get("formKey") as string;

describe.each(["lmdb on a full disk", "lmdb at its limit", "redis"])("over %s", (engine) => {
  let redis: RedisServer | undefined;
  let filler: StoreProcess | undefined;
  let world: World;
  let browser: BrowserSession;
  let fill: Fill;
  const posts = () => world.sandbox.control.requests("sellers").filter(({ method }) => method !== "GET");

  beforeAll(async () => {
    redis = engine === "redis" ? await startRedis() : undefined;
    // The idle limit of one minute is moved every six seconds.
    world = await startWorld({ storeUrl: redis?.url, env: { SESSION_IDLE_MINUTES: "1", STORE_MAX_MB: `${MAX_MB}` } });
    if (redis) fill = fillRedis(redis);
    else if (engine === "lmdb on a full disk") fill = fillDisk(() => world);
    else {
      filler = await startStoreProcess(world.env.STORE_URL as string);
      fill = fillFile(filler);
    }
    browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
  });
  afterEach(() => fill("free"));
  afterAll(async () => {
    await filler?.kill();
    await world?.close();
    await redis?.close();
  });

  it("a full store keeps nobody from reading, nor ends a session", async () => {
    const [seller] = world.sandbox.control.sellers();
    await browser.get("/sellers");
    await fill("full");
    await wait(7_000);
    for (const path of ["/", "/sellers", `/sellers/${seller?.id}`, "/history", "/profile", "/sellers/export.csv"]) {
      const page = await browser.get(path, { follow: false });
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.headers.getSetCookie().join()).not.toContain("session=");
    }
  });

  it("an addition says why it isn't saved, keeps what was typed, and goes through once there is room", async () => {
    const page = await browser.get("/sellers/new");
    const typed = { displayName: "Żółta Łódź", email: "zolta@example.pl", mpk: "00777" };
    world.sandbox.control.clearRequests();
    await fill("full");
    const refused = await browser.submit(page, typed, FORM, { follow: false });
    expect(refused.status).toBe(507);
    expect(refused.text).toContain(NO_ROOM);
    for (const value of Object.values(typed)) expect(refused.text).toContain(`value="${value}"`);
    expect(posts()).toEqual([]);
    await expect.poll(world.app.logs).toContain("the store is full");
    await fill("free");
    const added = await browser.submit(refused, {}, FORM, { follow: false });
    expect(added.status).toBe(303);
    expect(posts()).toHaveLength(1);
  });

  it("a batch, a view, ticked rows and a file say it where they were asked for", async () => {
    const ids = world.sandbox.control.sellers().slice(0, 3);
    const formKey = keyOf(await browser.get("/sellers"));
    const ticks = ids.map(({ id }): [string, string] => ["ids", id]);
    const chosen = new URLSearchParams([...ticks, ["action", "disable"], ["formKey", formKey]]);
    const question = await browser.post("/sellers/bulk", chosen);
    const upload = await browser.get("/sellers/import");
    world.sandbox.control.clearRequests();
    await fill("full");

    const confirmed = await browser.submit(question, {}, FORM, { follow: false });
    expect(confirmed.status).toBe(507);
    expect(confirmed.text).toContain(NO_ROOM);
    expect(confirmed.text).toContain(`value="${ids[0]?.id}"`);

    const view = await browser.post("/sellers?q=a", { intent: "saveView", name: "Moje", formKey });
    expect(view.text).toContain(NO_ROOM);
    expect(view.text).toContain('value="Moje"');

    const select = new URLSearchParams([...ticks, ["intent", "select"], ["formKey", formKey]]);
    const ticked = await browser.post("/sellers", select);
    expect([ticked.status, ticked.textOf("main [role=alert]")]).toEqual([507, expect.stringContaining(NO_ROOM)]);
    expect(ticked.form("form:has([name=ids])").fields.getAll("ids").sort()).toEqual(ids.map(({ id }) => id).sort());

    const rows = new File(["Nazwa;E-mail;MPK\nA;a@example.pl;1\n"], "nowi.csv");
    const file = await browser.upload(upload, rows, "form[enctype]");
    expect(file.status).toBe(507);
    expect(file.text).toContain("Błąd wysyłania");
    expect(file.text).toContain(NO_ROOM);
    expect(posts()).toEqual([]);
  });

  it("whoever can't be signed in is told, and can once there is room", async () => {
    const other = world.browser();
    await fill("full");
    const page = await other.signIn(world.sandbox.accounts.listed, "/profile").catch((error: unknown) => error);
    expect(String((page as { text?: string }).text ?? page)).toContain("Brak miejsca na zapisanie danych");
    await fill("free");
    const signedIn = await other.get("/profile");
    expect([signedIn.path, signedIn.status]).toEqual(["/profile", 200]);
  });

  it("whoever signs out is signed out, or told that they aren't", async () => {
    const other = world.browser();
    await other.signIn(world.sandbox.accounts.franchisee, "/profile");
    await fill("full");
    const click = { headers: { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" }, follow: false };
    const left = await other.get("/auth/logout", click);
    if (engine === "lmdb on a full disk") {
      // Nothing at all can be written there, not even that something is deleted.
      expect(left.status).toBe(507);
      expect(left.headers.getSetCookie().join()).not.toContain("session=");
      await fill("free");
      expect((await other.get("/auth/logout", click)).status).toBe(302);
    } else {
      expect(left.status).toBe(302);
    }
    expect((await other.get("/auth/session", { follow: false })).status).toBe(401);
  });

  it("is outlived by the process, and opens anew", async () => {
    expect(world.app.ended).toBe(false);
    if (engine === "redis") return;
    expect(await world.restart()).toBe(0);
    expect((await browser.get("/profile", { follow: false })).status).toBe(200);
  });
});

it("whose access token ends meanwhile gets another one at a store that is at its limit, and reads on", async () => {
  const world = await HostileWorld.start({ STORE_MAX_MB: `${MAX_MB}` });
  const filler = await startStoreProcess(world.env.STORE_URL as string);
  try {
    world.provider.lifetime = 10;
    const browser = await world.signedIn();
    // Until nobody can sign in any more, and not further: what is left then is for what is there
    // already.
    let page: Page | undefined;
    for (let n = 0; page?.status !== 507; n += 1) {
      await filler.call("put", [`filler:${n}`, "x".repeat(n < 26 ? 500_000 : 250_000), 600]);
      if (n < 26) continue;
      await wait(1_200); // it is measured once a second
      page = await world.browser().get("/profile");
    }
    await world.pass(10_100);
    world.provider.lifetime = 3600;
    world.provider.calls = [];
    expect(await browser.get("/profile")).toMatchObject({ status: 200, via: [] });
    expect(world.provider.callsTo("/token")).toHaveLength(1);
    expect(await browser.get("/profile")).toMatchObject({ status: 200, via: [] });
    expect(await world.hasSession(browser)).toBe(true);
    expect(world.provider.callsTo("/token")).toHaveLength(1);
  } finally {
    await filler.kill();
    await world.close();
  }
});
