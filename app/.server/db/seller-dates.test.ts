import { afterEach, expect, test, vi } from "vitest";
import { historyColumns } from "~/domain/preferences";
import { onBothEngines } from "../../../test/support/own-database";
import { scansOf } from "../../../test/support/query-plans";
import { database, inTransaction } from "./database";
import { findDatedSellers, findMoments, noteEvents, type SellerEvents } from "./seller-dates";

afterEach(() => vi.useRealTimers());

const now = Date.now();
const DAY_MS = 86_400_000;
const note = (id: string, events: SellerEvents) => inTransaction((tx) => noteEvents(tx, id, events));
const momentsOf = async (id: string) => (await findMoments([id])).get(id);

test("A search for dates never reads the whole table", async () => {
  const range = { from: 1, until: 2 };
  const search = async () => {
    for (const by of historyColumns) {
      await findDatedSellers({ ranges: { [by]: range }, limit: 10 });
      await findDatedSellers({ ranges: {}, order: { by, direction: "desc" }, limit: 10 });
    }
    await findMoments(["a", "b"]);
  };
  expect(await scansOf(search)).toEqual([]);
});

onBothEngines(() => {
  test("A seller's events are noted in any order, and the later time counts", async () => {
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
  });

  test("An account enabled after it was disabled isn't disabled", async () => {
    await note("c", { enabled: now - 10 });
    await note("c", { disabled: now - 20 });
    expect(await momentsOf("c")).toEqual({});
    await note("c", { disabled: now - 5 });
    expect(await momentsOf("c")).toEqual({ disabledSince: now - 5 });
  });

  test("Simultaneous events are all noted", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => note("d", { changed: now - n, disabled: now - 20 + n })));
    expect(await momentsOf("d")).toEqual({ changed: now, disabledSince: now - 1 });
  });

  test("Sellers are found by their dates, without those enabled since", async () => {
    await (await database()).deleteFrom("seller_dates").execute();
    const at = now - 50 * DAY_MS;
    for (const n of [1, 2, 3]) await note(`f${n}`, { added: at, disabled: at + n });
    await note("f2", { enabled: at + 5 });
    const around = { from: at, until: at + 3 };
    const found = async (query: Parameters<typeof findDatedSellers>[0]) => [...(await findDatedSellers(query)).keys()];
    const ranges = { added: { from: at, until: Number.POSITIVE_INFINITY }, disabledSince: around };
    expect(await found({ ranges, limit: 10 })).toEqual(["f1"]);
    const since = { disabledSince: { ...around, until: at + 4 } };
    const order = { by: "disabledSince", direction: "desc" } as const;
    expect(await found({ ranges: since, order, limit: 10 })).toEqual(["f3", "f1"]);
    expect(await found({ ranges: since, order, limit: 1 })).toEqual(["f3"]);
    expect(await found({ ranges: {}, order: { by: "added", direction: "asc" }, limit: 3 })).toEqual(["f1", "f2", "f3"]);
  });

  test("Events expire with the history that they come from", async () => {
    await note("e", { added: now - 364 * DAY_MS, changed: now });
    vi.useFakeTimers({ now: now + 2 * DAY_MS, toFake: ["Date"] });
    expect(await momentsOf("e")).toEqual({ changed: now });
  });
});
