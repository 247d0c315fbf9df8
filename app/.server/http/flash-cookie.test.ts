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
/** The cookie of a message for Anna. */
const keptFlash = async (flash: Flash = { kind: "info", text: "tak" }) => pairOf(await flashCookie(flash, "anna"));
const anna = { sub: "anna" };

test("A message comes back once, with its link, and its cookie is cleared", async () => {
  const link = { href: "/sellers/1", text: "Zobacz" };
  const flash: Flash = { kind: "success", text: "Zapisano „Żółtą Łódź”", link, brief: true };
  const set = await flashCookie(flash, "anna");
  expect(set).toMatch(/HttpOnly/);
  const taken = await takeFlash(asking(pairOf(set)), anna);
  expect(taken.flash).toEqual({ ...flash, id: expect.stringMatching(/^[\w-]{11}$/) });
  expect(taken.removals[0]).toMatch(/^flash=.*Max-Age=0/);
});

test("A planted or altered cookie shows nothing and is removed", async () => {
  const planted = Buffer.from(JSON.stringify({ kind: "error", text: "Zadzwoń pod 700…" })).toString("base64");
  const good = await keptFlash();
  for (const cookie of [
    `flash=${planted}`,
    `flash=${planted}.c2ln`,
    `${good.slice(0, 8)}A${good.slice(9)}`,
    "flash=%",
  ]) {
    const taken = await takeFlash(asking(cookie), anna);
    expect(taken.flash).toBeNull();
    expect(taken.removals[0]).toMatch(/Max-Age=0/);
  }
});

test("A message's cookie is valid for two minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pair = await keptFlash();
  vi.setSystemTime(Date.now() + 119_000);
  expect((await takeFlash(asking(pair), anna)).flash).toMatchObject({ text: "tak" });
  vi.setSystemTime(Date.now() + 2_000);
  const late = await takeFlash(asking(pair), anna);
  expect([late.flash, late.removals.length]).toEqual([null, 2]);
  vi.useRealTimers();
  const endless = createCookie("flash", { secrets: [`flash:${testEnv().SESSION_SECRET}:anna`] });
  const set = await endless.serialize({ id: "a".repeat(11), kind: "info", text: "tak" });
  expect((await takeFlash(asking(pairOf(set)), anna)).flash).toBeNull();
});

test("A message is shown to nobody but the person it was made for", async () => {
  const pair = pairOf(await flashCookie({ kind: "error", text: "tak" }, "anna"));
  expect(await takeFlash(asking(pair), { sub: undefined })).toEqual({ flash: null, removals: [] });
  const planted = await takeFlash(asking(pair), { sub: "lukasz" });
  expect([planted.flash, planted.removals.length]).toEqual([null, 2]);
  expect((await takeFlash(asking(pair), anna)).flash).toMatchObject({ text: "tak" });
});

test("Only an https page of this host can set the cookie", async () => {
  vi.resetModules();
  vi.stubEnv("APP_URL", "https://panel.example");
  const { flashCookie: onHttps, takeFlash: takeOnHttps } = await import("./flash-cookie");
  const set = await onHttps({ kind: "info", text: "tak" }, "anna");
  expect(set).toMatch(/^__Host-flash=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect((await takeOnHttps(asking(pairOf(set)), anna)).flash).toMatchObject({ text: "tak" });
  const tossed = pairOf(set).replace("__Host-", "");
  expect(await takeOnHttps(asking(tossed), anna)).toEqual({ flash: null, removals: [] });
  vi.unstubAllEnvs();
});

test("A prefetch leaves the message for the page itself", async () => {
  const pair = await keptFlash();
  expect(await takeFlash(asking(pair, { "Sec-Purpose": "prefetch" }), anna)).toEqual({
    flash: null,
    removals: [],
  });
});

test("Fetched data leaves the message for the next page, until it was seen", async () => {
  const pair = await keptFlash();
  const first = await takeFlash(asking(pair), { ...anna, isDataRequest: true });
  expect(first).toMatchObject({ flash: { text: "tak" }, removals: [] });
  expect(await takeFlash(asking(pair), { ...anna, isDataRequest: true })).toEqual(first);
  expect((await takeFlash(asking(`${pair}; flash-seen=another-one`), { ...anna, isDataRequest: true })).flash).toEqual(
    first.flash,
  );
  for (const isDataRequest of [true, false]) {
    const seen = await takeFlash(asking(`${pair}; flash-seen=${first.flash?.id}`), { ...anna, isDataRequest });
    expect(seen.flash).toBeNull();
    expect(seen.removals.map((cookie) => cookie.split(";", 1)[0])).toEqual(["flash=", "flash-seen="]);
  }
});

test("Further sentences come back, unless the cookie would get too long", async () => {
  const also = ["/sellers/1", "/sellers/2"].map((href) => ({
    text: "Ten MPK ma już",
    link: { href, text: "Żółta Łódź" },
  }));
  const set = await flashCookie({ kind: "success", text: "Zapisano", also }, "anna");
  expect((await takeFlash(asking(pairOf(set)), anna)).flash?.also).toEqual(also);

  const large = also.map((one) => ({ ...one, link: { href: one.link.href, text: "ż".repeat(1000) } }));
  const cut = await flashCookie({ kind: "success", text: "ż".repeat(5000), also: large }, "anna");
  expect(cut.length).toBeLessThanOrEqual(4096);
  const { flash } = await takeFlash(asking(pairOf(cut)), anna);
  expect(flash).toEqual({ id: expect.any(String), kind: "success", text: `${"ż".repeat(499)}…` });
});

test("A message outlives a link that is too long for its cookie", async () => {
  const link = { href: `/sellers?q=${"%25C5%25BC".repeat(400)}`, text: "Wróć" };
  const set = await flashCookie({ kind: "success", text: "Zapisano", link }, "anna");
  expect(set.length).toBeLessThanOrEqual(4096);
  const { flash } = await takeFlash(asking(pairOf(set)), anna);
  expect(flash).toEqual({ id: expect.any(String), kind: "success", text: "Zapisano" });
});
