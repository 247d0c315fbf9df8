import { expect, test, vi } from "vitest";
import { z } from "zod";
import { testEnv } from "../../../test/support/test-env";

const warn = vi.hoisted(() => vi.fn());
vi.mock("~/.server/log", () => ({ log: () => ({ warn }) }));

/** The module as a process with these secrets has it. */
async function sealerOf(...secrets: string[]) {
  vi.resetModules();
  Object.assign(process.env, testEnv({ SESSION_SECRET: secrets.join(" , ") }));
  const sealer = await import("./seal");
  // Keys are derived at the first use.
  sealer.seal({}, "");
  return sealer;
}

const OLD = "an-old-secret-of-at-least-32-characters";
const NEW = "a-new-secret-of-at-least-32-characters";
const sealer = await sealerOf(NEW);
const place = "note:1";
const open = (sealed: unknown, from = place) => sealer.unseal(sealed, from, z.unknown());
const bytesOf = (sealed: string) => Buffer.from(sealed.split(".")[1] as string, "base64url");

test("A sealed record opens to its content and shows nothing of it", () => {
  const content = { sub: "person", note: "zażółć", deep: [1, { two: null }] };
  const sealed = sealer.seal(content, place);
  expect(open(sealed)).toEqual(content);
  expect(sealed).not.toContain("person");
  expect(bytesOf(sealed).toString()).not.toContain("person");
  expect(NEW).not.toContain(sealed.split(".")[0]);
});

test("The same content is never sealed to the same bytes twice", () => {
  const nonces = Array.from({ length: 50 }, () => bytesOf(sealer.seal({}, place)).toString("hex", 0, 12));
  expect(new Set(nonces).size).toBe(50);
});

test("The first secret seals, and every secret opens until it is dropped", async () => {
  const old = (await sealerOf(OLD)).seal({ a: 1 }, place);
  const both = await sealerOf(NEW, OLD);
  expect(both.unseal(old, place, z.unknown())).toEqual({ a: 1 });
  expect(open(both.seal({ b: 2 }, place))).toEqual({ b: 2 });
  expect(open(old)).toBeUndefined();
});

test("A record moved to another key or kind doesn't open", () => {
  const sealed = sealer.seal({ a: 1 }, "session:one");
  expect(open(sealed, "session:one")).toEqual({ a: 1 });
  for (const elsewhere of ["session:two", "session:on", "session:one ", "draft:one", "one", ""]) {
    expect(open(sealed, elsewhere)).toBeUndefined();
  }
});

test("A record with a flipped bit doesn't open", () => {
  const sealed = sealer.seal({ a: 1 }, place);
  const bytes = bytesOf(sealed);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(open(`${sealed.split(".")[0]}.${flipped.toString("base64url")}`), `bit ${bit}`).toBeUndefined();
  }
});

test("A record that was truncated or appended to doesn't open", () => {
  const sealed = sealer.seal({ a: 1 }, place);
  for (let length = 0; length < sealed.length; length += 1) expect(open(sealed.slice(0, length))).toBeUndefined();
  for (const more of ["A", "AAAA", ".", "=", "\n", sealed]) expect(open(sealed + more)).toBeUndefined();
});

test("Any other text opens to undefined", async () => {
  const sealed = sealer.seal({ a: 1 }, place);
  const [id, text] = sealed.split(".") as [string, string];
  const foreign = (await sealerOf(OLD)).seal({ a: 1 }, place).split(".")[1];
  const hostile = [`${id}.${foreign}`, `__proto__AAA.${text}`, `.${text}`, id, `${id}.`, `a.b.c.d.e`, "....", ""];
  const others = ["x".repeat(3_000_000), undefined, null, 42, { toString: () => sealed }, [sealed]];
  for (const value of [...hostile, ...others]) expect(open(value)).toBeUndefined();
});

test("A content of another shape than the schema's is undefined", () => {
  const sealed = sealer.seal({ at: "yesterday" }, place);
  expect(sealer.unseal(sealed, place, z.object({ at: z.number() }))).toBeUndefined();
  expect(sealer.unseal(sealed, place, z.object({ at: z.string() }))).toEqual({ at: "yesterday" });
});

test("The log says once per kind that a record can't be read", async () => {
  const [other, reader] = [await sealerOf(OLD), await sealerOf(NEW)];
  warn.mockClear();
  for (const key of ["session:1", "draft:1", "session:2"]) {
    reader.unseal(other.seal({}, key), key, z.unknown());
    reader.unseal(reader.seal({}, key), key, z.string());
  }
  const secret = "a record sealed with another SESSION_SECRET can't be read and counts as absent";
  const release = "a record of another release can't be read and counts as absent";
  expect(warn.mock.calls).toEqual([
    [{ kind: "session" }, secret],
    [{ kind: "session" }, release],
    [{ kind: "draft" }, secret],
    [{ kind: "draft" }, release],
  ]);
});
