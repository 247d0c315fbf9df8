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
  await noteEvents([["a", { changed: now - 10 }]]);
  await noteEvents([
    ["a", { changed: now - 30, disabled: now - 30 }],
    ["b", { added: now - 5 }],
    ["a", { added: now - 40 }],
  ]);
  expect(await momentsOf("a")).toEqual({ added: now - 40, changed: now - 10, disabledSince: now - 30 });
  expect(await momentsOf("b")).toEqual({ added: now - 5 });
  expect(await momentsOf("nobody")).toBeUndefined();
});

test("an account that was enabled after it was disabled isn't disabled, whichever became known first", async () => {
  await noteEvents([["c", { enabled: now - 10 }]]);
  await noteEvents([["c", { disabled: now - 20 }]]);
  expect(await momentsOf("c")).toEqual({});
  await noteEvents([["c", { disabled: now - 5 }]]);
  expect(await momentsOf("c")).toEqual({ disabledSince: now - 5 });
});

test("events are forgotten with their seller, and with the history that they come from", async () => {
  await noteEvents([["d", { added: now - 364 * DAY_MS, changed: now }]]);
  vi.useFakeTimers({ now: now + 2 * DAY_MS, toFake: ["Date"] });
  expect(await momentsOf("d")).toEqual({ changed: now });
  vi.useRealTimers();
  await dropEvents("d");
  expect(await momentsOf("d")).toBeUndefined();
});

test("beyond the maximum the sellers with the oldest latest change are deleted", async () => {
  const ids = Array.from({ length: 500 * MAX_PER_RECORD * 1.5 }, (_, n) => `seller-with-an-id-like-a-uuid-${n}`);
  await noteEvents(ids.map((id, n) => [id, { changed: now - ids.length + n }]));
  const { values, characters } = await stored("seller-events:");
  expect([values <= 500, characters < 20_000_000]).toEqual([true, true]);
  const moments = await findMoments();
  expect(moments.size).toBeLessThanOrEqual(500 * MAX_PER_RECORD);
  expect([moments.has(ids.at(-1) as string), moments.has(ids[0] as string)]).toEqual([true, false]);
});
