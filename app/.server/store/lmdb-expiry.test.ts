import { expect, test } from "vitest";
import { expiryOf, pack, unpack } from "./lmdb-expiry";

const at = Date.UTC(2026, 0, 1);

test("a value is there until the moment it expires at, and not at that moment", () => {
  const record = pack(at, "12 zł");
  expect(unpack(record, at - 1)).toEqual({ expiresAt: at, value: "12 zł" });
  expect([unpack(record, at), unpack(record, at + 1), unpack(undefined, 0)]).toEqual([undefined, undefined, undefined]);
  expect(unpack(pack(at, ""), 0)?.value).toBe("");
});

test("a record says when it expires, also a short moment", () => {
  expect([expiryOf(pack(at, "5")), expiryOf(pack(7, "5")), unpack(pack(7, "5"), 6)?.value]).toEqual([at, 7, "5"]);
});

test("a damaged one has expired long ago", () => {
  for (const damaged of ["", "text", "12x", "Ż".repeat(40)]) {
    expect([expiryOf(damaged), unpack(damaged, 0)]).toEqual([0, undefined]);
  }
});
