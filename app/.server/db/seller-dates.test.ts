import { afterEach, expect, test, vi } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { inTransaction } from "./database";
import { findAllMoments, findMoments, noteEvents, type SellerEvents } from "./seller-dates";

afterEach(() => vi.useRealTimers());

const now = Date.now();
const DAY_MS = 86_400_000;
const note = (id: string, events: SellerEvents) => inTransaction((tx) => noteEvents(tx, id, events));
const momentsOf = async (id: string) => (await findMoments([id])).get(id);

onBothEngines(() => {
  test("a seller's events are noted in any order, and the later time of each counts", async () => {
    await note("a", { changed: now - 10 });
    await note("a", { changed: now - 30, disabled: now - 30 });
    await note("b", { added: now - 5 });
    await note("a", { added: now - 40 });
    const a = { added: now - 40, changed: now - 10, disabledSince: now - 30 };
    expect([await momentsOf("a"), await momentsOf("b"), await momentsOf("nobody")]).toEqual([
      a,
      { added: now - 5 },
      undefined,
    ]);
    expect((await findAllMoments()).get("a")).toEqual(a);
  });

  test("an account that was enabled after it was disabled isn't disabled, in whichever order that is known", async () => {
    await note("c", { enabled: now - 10 });
    await note("c", { disabled: now - 20 });
    expect(await momentsOf("c")).toEqual({});
    await note("c", { disabled: now - 5 });
    expect(await momentsOf("c")).toEqual({ disabledSince: now - 5 });
  });

  test("events at once are all noted", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => note("d", { changed: now - n, disabled: now - 20 + n })));
    expect(await momentsOf("d")).toEqual({ changed: now, disabledSince: now - 1 });
  });

  test("events end with the history that they come from", async () => {
    await note("e", { added: now - 364 * DAY_MS, changed: now });
    vi.useFakeTimers({ now: now + 2 * DAY_MS, toFake: ["Date"] });
    expect(await momentsOf("e")).toEqual({ changed: now });
  });
});
