import { CompactEncrypt } from "jose";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createSealer } from "./seal";

const OLD = "an-old-secret-of-at-least-32-characters";
const NEW = "a-new-secret-of-at-least-32-characters";
const sealer = createSealer([NEW]);
const purpose = "session";
const schema = z.unknown();

describe("seal", () => {
  test("gives back what was sealed, and shows nothing of it", async () => {
    const content = { sub: "person", note: "zażółć", deep: [1, { two: null }] };
    const token = await sealer.seal(content, { purpose });
    expect(await sealer.unseal(token, { purpose, schema })).toEqual(content);
    expect(token).not.toContain("person");
    expect(Buffer.from(token, "base64url").toString()).not.toContain("person");
    expect(await sealer.seal(content, { purpose })).not.toBe(token);
  });

  test("is an RFC 7516 compact token whose header names the key, not the secret", async () => {
    const [header] = (await sealer.seal({}, { purpose })).split(".");
    const parsed = JSON.parse(Buffer.from(header as string, "base64url").toString());
    expect(parsed).toEqual({ alg: "dir", enc: "A256GCM", kid: expect.stringMatching(/^[\w-]{12}$/) });
    expect(NEW).not.toContain(parsed.kid);
  });

  test("opens for its own purpose only", async () => {
    const token = await sealer.seal({ a: 1 }, { purpose: "session" });
    expect(await sealer.unseal(token, { purpose: "draft", schema })).toBeUndefined();
  });

  test("rotation: the first secret seals, every secret opens, a dropped one no longer", async () => {
    const old = await createSealer([OLD]).seal({ a: 1 }, { purpose });
    const both = createSealer([NEW, OLD]);
    expect(await both.unseal(old, { purpose, schema })).toEqual({ a: 1 });
    expect(await sealer.unseal(await both.seal({ b: 2 }, { purpose }), { purpose, schema })).toEqual({ b: 2 });
    expect(await sealer.unseal(old, { purpose, schema })).toBeUndefined();
  });

  test("every changed character is noticed", async () => {
    const token = await sealer.seal({ a: 1 }, { purpose });
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      const opened = await sealer.unseal(changed, { purpose, schema });
      // The last character of a part may hold bits that base64url ignores: then the bytes are the very same.
      const sameBytes = changed
        .split(".")
        .every((part, n) =>
          Buffer.from(part, "base64url").equals(Buffer.from(token.split(".")[n] as string, "base64url")),
        );
      if (!sameBytes) expect(opened, `character ${at}`).toBeUndefined();
    }
  });

  test("anything that is no token of ours is undefined, never a throw", async () => {
    const token = await sealer.seal({ a: 1 }, { purpose });
    const foreignKey = crypto.getRandomValues(new Uint8Array(32));
    const { kid } = JSON.parse(Buffer.from(token.split(".")[0] as string, "base64url").toString());
    const header = (value: object) =>
      `${Buffer.from(JSON.stringify(value)).toString("base64url")}.${token.split(".").slice(1).join(".")}`;
    const foreign = await new CompactEncrypt(new TextEncoder().encode("{}"))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid })
      .encrypt(foreignKey);
    const hostile = [
      foreign,
      header({ alg: "none" }),
      header({ alg: "dir", enc: "A256GCM" }),
      header({ alg: "dir", enc: "A256GCM", kid: "__proto__" }),
      header({ alg: "RSA-OAEP", enc: "A256GCM", kid }),
      header({ alg: "dir", enc: "A256GCM", kid, zip: "DEF" }),
      `${token}.`,
      token.slice(0, -1),
      token.repeat(2),
      "a.b.c.d.e",
      "....",
      "",
      "x".repeat(3_000_000),
      undefined,
      null,
      42,
      { toString: () => token },
      [token],
    ];
    for (const value of hostile) expect(await sealer.unseal(value, { purpose, schema })).toBeUndefined();
  });

  test("a content of another shape than asked for is undefined", async () => {
    const token = await sealer.seal({ at: "yesterday" }, { purpose });
    const number = z.object({ at: z.number() });
    const text = z.object({ at: z.string() });
    expect(await sealer.unseal(token, { purpose, schema: number })).toBeUndefined();
    expect(await sealer.unseal(token, { purpose, schema: text })).toEqual({ at: "yesterday" });
  });

  test("refuses to seal more than the store holds", async () => {
    await expect(sealer.seal({ text: "x".repeat(800_000) }, { purpose })).rejects.toThrow(RangeError);
    await expect(sealer.seal({ text: "x".repeat(800_000) }, { purpose })).rejects.toThrow(
      /^Too large to seal: 1066\d{3} characters$/,
    );
    const token = await sealer.seal({ text: "x".repeat(700_000) }, { purpose });
    expect(await sealer.unseal(token, { purpose, schema })).toHaveProperty("text.length", 700_000);
  });
});

test("needs a secret", () => {
  expect(() => createSealer([])).toThrow("A sealer needs a secret");
});
