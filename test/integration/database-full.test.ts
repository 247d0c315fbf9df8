import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "~/.server/db/database";
import { DatabaseFull } from "~/.server/db/errors";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const MAX_MB = 16;
const PAGE_BYTES = 4_096;
/** More than the 90 % of DATABASE_MAX_MB at which writes are refused, and less than all of it. */
const ALMOST_FULL = 0.95;
const NO_ROOM_STATUS = "skończyło się miejsce na dane";
/** The page's own form, not those of the layout. */
const FORM = "main form:has([name=formKey])";

const { world, browser, writes: posts, control } = giveWorld({ isOwn: true, env: { DATABASE_MAX_MB: `${MAX_MB}` } });
let other: OpenDatabase;

beforeAll(async () => {
  const options = { warn: () => undefined, maxBytes: MAX_MB * 1024 * 1024 };
  other = await openDatabase(world.env.DATABASE_URL as string, options);
});
afterEach(empty);
afterAll(() => other?.db.destroy());

async function insert(bytes: number): Promise<void> {
  const row = {
    id: `filler-${randomUUID()}`,
    sub: "x".repeat(bytes),
    created_at: 0,
    expires_at: Date.now() + 3_600_000,
  };
  await other.db.insertInto("news").values(row).execute();
}

/** Fills the file from another connection. */
async function fill(): Promise<void> {
  while (other.engine.fillRatio() < ALMOST_FULL) await insert(10 * PAGE_BYTES);
}

async function fillToTheBrim(): Promise<void> {
  await fill();
  for (const bytes of [10 * PAGE_BYTES, 1]) {
    const full = await (async () => {
      for (;;) await insert(bytes);
    })().catch((error: unknown) => error);
    expect(full).toBeInstanceOf(DatabaseFull);
  }
}

async function empty(): Promise<void> {
  await other.db.deleteFrom("news").where("id", "like", "filler-%").execute();
}

const keyOf = (page: Page) => page.form("form:has([name=formKey])").fields.get("formKey") as string;

it("An almost full database keeps nobody from reading or signing in and out", async () => {
  const [seller] = control().sellers();
  await fill();
  for (const path of ["/", "/sellers", `/sellers/${seller?.id}`, "/history", "/profile", "/sellers/export.csv"]) {
    const page = await browser.get(path, { follow: false });
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.headers.getSetCookie().join()).not.toContain("session=");
  }
  const another = world.browser();
  expect((await another.signIn(world.sandbox.accounts.listed, "/profile")).path).toBe("/profile");
  expect((await another.signOut()).status).toBe(302);
  expect(await another.isSignedIn()).toBe(false);
});

it("A person who signs in while the database is full is told so", async () => {
  await fillToTheBrim();
  const login = `/auth/login?returnTo=${encodeURIComponent(`/history?q=${"x".repeat(1_500)}`)}`;
  // The last pages of the file have room for a few more sign-ins.
  const visit = () => world.browser().get(login, { follow: false });
  await expect.poll(async () => (await visit()).location).toMatch(/^\/error\/507\?from=%2Fhistory/);
});

it.each([
  [":id/edit", "firstName"],
  [":id/status?to=inactive", "reason"],
  [":id/note", "note"],
  ["new", "displayName"],
])("A full database refuses the form /sellers/%s, which keeps what was typed", async (form, field) => {
  const page = await browser.get(`/sellers/${form.replace(":id", `${control().sellers()[0]?.id}`)}`);
  const required = form === "new" && { email: "nowy@example.pl", mpk: "MPK-1" };
  control().clearRequests();
  await fill();
  const refused = await browser.submit(page, { ...required, [field]: "Do zachowania" }, FORM);
  expectAnswer(refused, 507, NO_ROOM_STATUS);
  expect(refused.text).toContain("Do zachowania");
  expect(posts()).toEqual([]);
});

it("A full database refuses an undo, which can be sent again", async () => {
  const { id, mpk } = control().sellers()[0]!;
  await editSeller(browser, id, { mpk: "ZX-1" });
  const page = await browser.get(`/sellers/${id}/history`);
  await fill();
  const undo = "form:has(input[name=change])";
  expectAnswer(await browser.submit(page, {}, undo), 507, NO_ROOM_STATUS);
  expect(control().sellers()[0]?.mpk).toBe("ZX-1");
  await empty();
  await browser.submit(page, {}, undo);
  expect(control().sellers()[0]?.mpk).toBe(mpk);
});

it("A batch and a file say that there is no room for them", async () => {
  const ids = control().sellers().slice(0, 3);
  const ticks = ids.map(({ id }): [string, string] => ["ids", id]);
  const formKey = keyOf(await browser.get("/sellers"));
  const chosen = new URLSearchParams([...ticks, ["action", "disable"], ["formKey", formKey]]);
  const question = await browser.post("/sellers/bulk", chosen);
  const upload = await browser.get("/sellers/import");
  control().clearRequests();
  await fill();

  const confirmed = await browser.submit(question, {}, FORM, { follow: false });
  expectAnswer(confirmed, 507, NO_ROOM_STATUS);
  expect(confirmed.text).toContain(`value="${ids[0]?.id}"`);
  const rows = new File(["Nazwa;E-mail;MPK\nA;a@example.pl;1\n"], "nowi.csv");
  const file = await browser.upload(upload, rows, "form[enctype]");
  expectAnswer(file, 507, NO_ROOM_STATUS);
  expect(posts()).toEqual([]);

  await empty();
  const again = await browser.submit(confirmed, {}, FORM, { follow: false });
  expect(again.status).toBe(303);
});
