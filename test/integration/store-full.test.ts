import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { type RedisServer, startRedis } from "../support/redis";
import { startWorld, type World } from "../support/world";

const NO_ROOM = "w panelu skończyło się miejsce na dane";

let redis: RedisServer;
let world: World;
let browser: BrowserSession;

beforeAll(async () => {
  redis = await startRedis();
  // The idle limit of one minute is moved every six seconds.
  world = await startWorld({ storeUrl: redis.url, env: { SESSION_IDLE_MINUTES: "1" } });
  browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
});
afterEach(() => allow(0));
afterAll(async () => {
  await world?.close();
  await redis?.close();
});

/** How many bytes the store may take; 0 is any number, and 1 is fewer than it has already. */
function allow(bytes: 0 | 1): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(redis.url).port), "127.0.0.1", () =>
      socket.write(`CONFIG SET maxmemory ${bytes}\r\n`),
    );
    socket.once("error", reject).once("data", (answer) => {
      socket.destroy();
      if (String(answer).startsWith("+OK")) resolve();
      else reject(new Error(String(answer)));
    });
  });
}

/** The form that adds or asks, as opposed to those of the page around it. */
const FORM = "main form:has([name=formKey])";
const keyOf = (page: Page) => page.form("form:has([name=formKey])").fields.get("formKey") as string;
const posts = () => world.sandbox.control.requests("sellers").filter(({ method }) => method !== "GET");

it("a full store keeps nobody from reading, nor ends a session", async () => {
  const [seller] = world.sandbox.control.sellers();
  await browser.get("/sellers");
  await allow(1);
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
  await allow(1);
  const refused = await browser.submit(page, typed, FORM, { follow: false });
  expect(refused.status).toBe(507);
  expect(refused.text).toContain(NO_ROOM);
  for (const value of Object.values(typed)) expect(refused.text).toContain(`value="${value}"`);
  expect(posts()).toEqual([]);
  expect(world.app.logs()).toContain("the store is full");
  await allow(0);
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
  await allow(1);

  const confirmed = await browser.submit(question, {}, FORM, { follow: false });
  expect(confirmed.status).toBe(507);
  expect(confirmed.text).toContain(NO_ROOM);
  expect(confirmed.text).toContain(`value="${ids[0]?.id}"`);

  const view = await browser.post("/sellers?q=a", { intent: "saveView", name: "Moje", formKey });
  expect(view.text).toContain(NO_ROOM);
  expect(view.text).toContain('value="Moje"');

  const select = new URLSearchParams([...ticks, ["intent", "select"], ["formKey", formKey]]);
  const ticked = await browser.post("/sellers", select);
  expect(ticked.text).toContain(NO_ROOM);

  const rows = new File(["Nazwa;E-mail;MPK\nA;a@example.pl;1\n"], "nowi.csv");
  const file = await browser.upload(upload, rows, "form[enctype]");
  expect(file.status).toBe(507);
  expect(file.text).toContain("Błąd wysyłania");
  expect(file.text).toContain(NO_ROOM);
  expect(posts()).toEqual([]);
});

it("whoever can't be signed in is told, and can once there is room", async () => {
  const other = world.browser();
  await allow(1);
  const page = await other.signIn(world.sandbox.accounts.listed, "/profile").catch((error: unknown) => error);
  expect(String((page as { text?: string }).text ?? page)).toContain("Nie ma miejsca, żeby to zapisać");
  await allow(0);
  const signedIn = await other.get("/profile");
  expect([signedIn.path, signedIn.status]).toEqual(["/profile", 200]);
});
