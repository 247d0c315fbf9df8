import { createCookie } from "@remix-run/node";
import { beforeAll, expect, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { type Flash, flashCookie, takeFlash } from "./flash-cookie";

beforeAll(() => {
  Object.assign(process.env, testEnv());
});

const asking = (cookie: string, headers: HeadersInit = {}) =>
  new Request("http://localhost/", { headers: { ...headers, Cookie: cookie } });
const pairOf = (setCookie: string) => setCookie.split(";", 1)[0] as string;

test("a message comes back once, with its link, and the cookie is cleared", async () => {
  const flash: Flash = { kind: "success", text: "Zapisano „Żółtą Łódź”", link: { href: "/sellers/1", text: "Zobacz" } };
  const set = await flashCookie(flash);
  expect(set).toMatch(/HttpOnly/);
  const taken = await takeFlash(asking(pairOf(set)));
  expect(taken.flash).toEqual({ ...flash, id: expect.stringMatching(/^[\w-]{11}$/) });
  expect(taken.clear[0]).toMatch(/^flash=.*Max-Age=0/);
});

test("without a message nothing is set", async () => {
  expect(await takeFlash(new Request("http://localhost/"))).toEqual({ flash: null, clear: [] });
});

test("a planted or altered cookie shows nothing and is removed", async () => {
  const planted = Buffer.from(JSON.stringify({ kind: "error", text: "Zadzwoń pod 700…" })).toString("base64");
  const good = pairOf(await flashCookie({ kind: "info", text: "tak" }));
  for (const cookie of [
    `flash=${planted}`,
    `flash=${planted}.c2ln`,
    `${good.slice(0, 8)}A${good.slice(9)}`,
    "flash=%",
  ]) {
    const taken = await takeFlash(asking(cookie));
    expect(taken.flash).toBeNull();
    expect(taken.clear[0]).toMatch(/Max-Age=0/);
  }
});

test("a copy of a message's cookie is good for two minutes, wherever it is planted, and one of a version that said nothing of it is shown", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pair = pairOf(await flashCookie({ kind: "info", text: "tak" }));
  vi.setSystemTime(Date.now() + 119_000);
  expect((await takeFlash(asking(pair))).flash).toMatchObject({ text: "tak" });
  vi.setSystemTime(Date.now() + 2_000);
  const late = await takeFlash(asking(pair));
  expect([late.flash, late.clear.length]).toEqual([null, 2]);
  vi.useRealTimers();
  const older = createCookie("flash", { secrets: [`flash:${testEnv().SESSION_SECRET}`] });
  const set = await older.serialize({ id: "a".repeat(11), kind: "info", text: "tak" });
  expect((await takeFlash(asking(pairOf(set)))).flash).toMatchObject({ text: "tak" });
});

test("a prefetch leaves the message for the page itself", async () => {
  const pair = pairOf(await flashCookie({ kind: "info", text: "tak" }));
  expect(await takeFlash(asking(pair, { "Sec-Purpose": "prefetch" }))).toEqual({ flash: null, clear: [] });
});

test("fetched data leaves the message for the page that comes, until it was seen", async () => {
  const pair = pairOf(await flashCookie({ kind: "info", text: "tak" }));
  const first = await takeFlash(asking(pair), true);
  expect(first).toMatchObject({ flash: { text: "tak" }, clear: [] });
  expect(await takeFlash(asking(pair), true)).toEqual(first);
  expect((await takeFlash(asking(`${pair}; flash-seen=another-one`), true)).flash).toEqual(first.flash);
  for (const fetched of [true, false]) {
    const seen = await takeFlash(asking(`${pair}; flash-seen=${first.flash?.id}`), fetched);
    expect(seen.flash).toBeNull();
    expect(seen.clear.map((cookie) => cookie.split(";", 1)[0])).toEqual(["flash=", "flash-seen="]);
  }
});

test("a link to another site is dropped, a long text is cut below what a cookie holds", async () => {
  for (const href of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    const pair = pairOf(await flashCookie({ kind: "info", text: "tak", link: { href, text: "x" } }));
    expect((await takeFlash(asking(pair))).flash).toEqual({ id: expect.any(String), kind: "info", text: "tak" });
  }
  const long = await flashCookie({ kind: "info", text: "ż".repeat(5000), link: { href: "/", text: "ł".repeat(5000) } });
  expect(long.length).toBeLessThan(4096);
  expect((await takeFlash(asking(pairOf(long)))).flash?.text.endsWith("…")).toBe(true);
});

test("a brief message comes back as one, and no other does", async () => {
  for (const flash of [
    { kind: "success", text: "tak", brief: true },
    { kind: "success", text: "tak" },
  ] as Flash[])
    expect((await takeFlash(asking(pairOf(await flashCookie(flash))))).flash?.brief).toBe(flash.brief);
});

test("further sentences come back with their links, two at most, none that leads away, and none that makes the cookie too large", async () => {
  const also = ["/sellers/1", "//evil.example", "/sellers/2", "/sellers/3"].map((href) => ({
    text: "Ten MPK ma już",
    link: { href, text: "Żółta Łódź" },
  }));
  const set = await flashCookie({ kind: "success", text: "Zapisano", also });
  expect((await takeFlash(asking(pairOf(set)))).flash?.also).toEqual([also[0], also[2]]);

  const large = also.map((one) => ({ ...one, link: { href: `/${"a".repeat(499)}`, text: "ż".repeat(500) } }));
  const cut = await flashCookie({ kind: "success", text: "ż".repeat(500), also: large });
  expect(cut.length).toBeLessThanOrEqual(4096);
  expect((await takeFlash(asking(pairOf(cut)))).flash).toMatchObject({ text: "ż".repeat(500) });
});
