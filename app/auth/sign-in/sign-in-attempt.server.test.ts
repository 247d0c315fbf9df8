import { expect, test } from "vitest";
import { database } from "~/.server/db/database";
import { onBothEngines } from "../../../test/support/own-database";
import {
  browserCookieRemoval,
  findAttempt,
  findUnverifiedAttempt,
  rememberAttempt,
  spendAttempt,
} from "./sign-in-attempt.server";

const ask = (cookie = "") => new Request("https://panel.example/", { headers: { cookie } });
const pairOf = (set: string) => set.split(";", 1)[0] as string;
const DRAFT = "d".repeat(22);
const attemptOf = (state: string, more = {}) => ({
  state,
  verifier: `verifier of ${state}`,
  returnTo: `/sellers?q=${"x".repeat(400)}`,
  startedAt: Date.now(),
  ...more,
});

onBothEngines(
  () => {
    test("An attempt is found in the browser that began it, and in no other", async () => {
      const attempt = attemptOf("a", { asksConsent: true, isReauth: true, isRepeated: false });
      const browser = pairOf(await rememberAttempt(ask(), attempt));
      expect(browser).toMatch(/^__Host-sign-in=[\w-]{43}$/);
      expect(await findAttempt(ask(browser), "a")).toEqual({ ...attempt, renewedSessionKey: undefined });
      const another = pairOf(await rememberAttempt(ask(), attemptOf("b")));
      for (const cookie of ["", another, "__Host-sign-in=short"]) {
        expect(await findAttempt(ask(cookie), "a")).toBeUndefined();
      }
      expect(await findUnverifiedAttempt("a")).toEqual({
        returnTo: attempt.returnTo,
        isReauth: true,
        isRepeated: false,
      });
      expect(await findUnverifiedAttempt("never begun")).toBeUndefined();
    });

    test.each([
      ["/sellers", `/sellers?q=${"x".repeat(1_980)}`],
      [`/sellers/new?draft=${DRAFT}`, `/sellers/new?draft=${DRAFT}&q=${"x".repeat(600)}`],
      ["/", `/${"x".repeat(600)}`],
    ])("Of a long way back %s is kept", async (kept, returnTo) => {
      await rememberAttempt(ask(), attemptOf(returnTo, { returnTo }));
      expect((await findUnverifiedAttempt(returnTo))?.returnTo).toBe(kept);
    });

    test("All tabs of a browser share its cookie until the last has signed in", async () => {
      const browser = pairOf(await rememberAttempt(ask(), attemptOf("c")));
      expect(pairOf(await rememberAttempt(ask(browser), attemptOf("d")))).toBe(browser);
      await spendAttempt(attemptOf("c"));
      expect(await browserCookieRemoval(ask(browser))).toBeUndefined();
      await spendAttempt(attemptOf("d"));
      expect(await browserCookieRemoval(ask(browser))).toMatch(/^__Host-sign-in=; .*Max-Age=0/);
    });

    test("One of ten answers to an attempt is taken", async () => {
      await rememberAttempt(ask(), attemptOf("e"));
      const taken = await Promise.all(Array.from({ length: 10 }, () => spendAttempt(attemptOf("e"))));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test("The oldest of more than 20,000 attempts are deleted", async () => {
      const db = await database();
      await db.deleteFrom("sign_ins").execute();
      await rememberAttempt(ask(), attemptOf("newest"));
      const row = await db.selectFrom("sign_ins").selectAll().executeTakeFirstOrThrow();
      for (let at = 0; at < 20_100; at += 300) {
        const rows = Array.from({ length: 300 }, (_, n) => ({ ...row, state: `s${at + n}`, started_at: at + n }));
        await db.insertInto("sign_ins").values(rows).execute();
      }
      await rememberAttempt(ask(), attemptOf("one more"));
      await rememberAttempt(ask(), attemptOf("and another"));
      const count = await db
        .selectFrom("sign_ins")
        .select((eb) => eb.fn.countAll<number>().as("rows"))
        .executeTakeFirst();
      expect(Number(count?.rows)).toBe(20_000);
      expect(await findUnverifiedAttempt("newest")).toBeDefined();
    });
  },
  { APP_URL: "https://panel.example" },
);
