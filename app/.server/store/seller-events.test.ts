import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { stored } from "../../../test/support/stored";
import { dropEvents, findMoments, MAX_PER_RECORD, noteEvents } from "./seller-events";

giveOwnStore();
afterEach(() => vi.useRealTimers());

const now = Date.now();
const DAY_MS = 86_400_000;
const momentsOf = async (id: string) => (await findMoments([id])).get(id);

test("a seller's events are noted in any order, and the later time of each counts", async () => {
  await noteEvents("a", { changed: now - 10 });
  await noteEvents("a", { changed: now - 30, disabled: now - 30 });
  await noteEvents("b", { added: now - 5 });
  await noteEvents("a", { added: now - 40 });
  expect(await momentsOf("a")).toEqual({ added: now - 40, changed: now - 10, disabledSince: now - 30 });
  expect(await momentsOf("b")).toEqual({ added: now - 5 });
  expect(await momentsOf("nobody")).toBeUndefined();
});

test("an account that was enabled after it was disabled isn't disabled, whichever became known first", async () => {
  await noteEvents("c", { enabled: now - 10 });
  await noteEvents("c", { disabled: now - 20 });
  expect(await momentsOf("c")).toEqual({});
  await noteEvents("c", { disabled: now - 5 });
  expect(await momentsOf("c")).toEqual({ disabledSince: now - 5 });
});

test("events are forgotten with their seller, and with the history that they come from", async () => {
  await noteEvents("d", { added: now - 364 * DAY_MS, changed: now });
  vi.useFakeTimers({ now: now + 2 * DAY_MS, toFake: ["Date"] });
  expect(await momentsOf("d")).toEqual({ changed: now });
  vi.useRealTimers();
  await dropEvents("d");
  expect(await momentsOf("d")).toBeUndefined();
});

test("beyond the maximum the sellers with the oldest latest change are deleted", async () => {
  // Ids that one record holds.
  const recordOf = (id: string) => createHash("sha256").update(id).digest().readUInt32LE() % 500;
  const ids = Array.from({ length: 150_000 }, (_, n) => `seller-with-an-id-like-a-uuid-${n}`)
    .filter((id) => recordOf(id) === 7)
    .slice(0, MAX_PER_RECORD + 10);
  for (const [n, id] of ids.entries()) await noteEvents(id, { changed: now - ids.length + n });
  const { values, characters } = await stored("seller-events:7");
  expect([values, characters < 40_000]).toEqual([1, true]);
  const moments = await findMoments(ids);
  expect(ids.map((id) => moments.has(id))).toEqual(ids.map((_id, n) => n >= 10));
});
