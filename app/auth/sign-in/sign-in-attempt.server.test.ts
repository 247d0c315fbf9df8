import { beforeAll, expect, test } from "vitest";
import { flashCookie } from "~/.server/http/flash-cookie";
import { giveOwnStore } from "../../../test/support/own-store";
import { rememberAttempt } from "./sign-in-attempt.server";

giveOwnStore();
beforeAll(() => {
  process.env.APP_URL = "https://panel.example";
});

/** Of a line, of which many proxies take 16 kB and no more. */
const LINE_BYTES = 16_000;
/**
 * What the others of docs/security.md ("What is kept") take together, in bytes: each a word or a
 * random id, and the preferences.
 */
const OTHERS_BYTES = 1_000;

const pairOf = (set: string) => `${set.split(";", 1)[0]}; `;
const secret = "x".repeat(43);

test("sixty tabs that a browser opens at once leave it able to ask: all of our cookies at their longest fit into one line", async () => {
  const jar = new Map<string, string>();
  for (let tab = 0; tab < 60 || jar.size < 20; tab += 1) {
    const returnTo = `/sellers?q=${"ż".repeat(tab)}${"a".repeat(2 * tab)}`;
    const attempt = { state: secret, verifier: secret, returnTo, startedAt: Date.now(), asksConsent: false };
    // None of them knows of the others yet.
    for (const set of await rememberAttempt(new Request("https://panel.example/"), attempt)) {
      const pair = pairOf(set);
      const name = pair.slice(0, pair.indexOf("="));
      expect(name).toMatch(/^__Host-sign-in-\d+$/);
      if (pair.length > (jar.get(name)?.length ?? 0)) jar.set(name, pair);
    }
  }
  const longest = Math.max(...[...jar.values()].map(({ length }) => length));
  const link = { href: `/${"a".repeat(499)}`, text: "ż".repeat(120) };
  const flash = await flashCookie(
    {
      kind: "error",
      text: "ż".repeat(500),
      link,
      also: [{ text: "ż".repeat(120), link }],
    },
    "anna",
  );
  expect(20 * longest + pairOf(flash).length + OTHERS_BYTES).toBeLessThan(LINE_BYTES);
});
