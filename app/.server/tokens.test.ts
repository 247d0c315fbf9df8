import { expect, test } from "vitest";
import { hashed } from "./tokens";

test("A hash is the text's SHA-256 in characters that a key may have", () => {
  // FIPS 180-2, appendix B.1.
  expect(Buffer.from(hashed("abc"), "base64url").toString("hex")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(hashed("ż".repeat(9_000))).toMatch(/^[\w-]{43}$/);
});
