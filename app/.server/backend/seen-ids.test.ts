import { expect, test } from "vitest";
import { SeenIds } from "./seen-ids";

test("remembers the ids that it has seen, and their number", () => {
  const seen = new SeenIds();
  const ids = Array.from({ length: 20_000 }, (_, n) => `sprzedawca-${n}`);
  expect(ids.every((id) => seen.add(id))).toBe(true);
  expect(seen.size).toBe(20_000);
  expect(ids.some((id) => seen.add(id))).toBe(false);
  expect(seen.add("inny")).toBe(true);
  expect(seen.size).toBe(20_001);
});
