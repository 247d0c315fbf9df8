import { afterEach, expect, test, vi } from "vitest";
import { fakeSeller } from "../../../test/support/fake-seller";
import { onBothEngines } from "../../../test/support/own-database";
import { listEntries } from "./history-journal.server";
import { findNote, findNotes, saveNote } from "./seller-notes.server";

const DAY_MS = 86_400_000;
const anna = { by: { sub: "anna", name: "Anna" } };
const seller = (id: string) => fakeSeller(1, { id });

afterEach(() => vi.useRealTimers());

onBothEngines(() => {
  test("A note is saved with its change and found for its seller alone", async () => {
    expect(await findNote("a")).toEqual({ text: "", version: "" });
    expect(await saveNote(anna, seller("a"), "Dzwonić po 10", "")).toBeUndefined();
    const { version, ...note } = await findNote("a");
    expect(note).toEqual({ text: "Dzwonić po 10", at: expect.any(Number) });
    vi.useFakeTimers({ now: Date.now() + 1, toFake: ["Date"] });
    expect(await saveNote(anna, seller("a"), "", version)).toBeUndefined();
    await saveNote(anna, seller("b"), "Drugi", "");
    expect(await findNotes(["a", "b", "c"])).toEqual({ b: "Drugi" });
    expect(await findNotes([])).toEqual({});
    expect((await listEntries({ sellerId: "a", limit: 9 })).map((entry) => entry.note)).toEqual([
      { before: "Dzwonić po 10", after: "" },
      { before: "", after: "Dzwonić po 10" },
    ]);
  });

  test("The second of two simultaneous notes gets the first one's text", async () => {
    const saved = await Promise.all(["Jeden", "Dwa"].map((text) => saveNote(anna, seller("d"), text, "")));
    const first = await findNote("d");
    expect(saved.filter((newer) => newer !== undefined)).toEqual([first]);
    expect(await listEntries({ sellerId: "d", limit: 9 })).toHaveLength(1);
    expect(await saveNote(anna, seller("d"), "", first.version)).toBeUndefined();
    expect(await saveNote(anna, seller("d"), "Trzy", first.version)).toMatchObject({ text: "" });
  });

  test("The same text is no change, whichever version was seen", async () => {
    await saveNote(anna, seller("e"), "Tak", "");
    expect(await saveNote(anna, seller("e"), "Tak", "")).toBeUndefined();
    expect(await listEntries({ sellerId: "e", limit: 9 })).toHaveLength(1);
  });

  test("A note ends with HISTORY_DAYS, and a new one may take its place", async () => {
    await saveNote(anna, seller("f"), "Stary", "");
    vi.useFakeTimers({ now: Date.now() + 366 * DAY_MS, toFake: ["Date"] });
    expect([await findNote("f"), await findNotes(["f"])]).toEqual([{ text: "", version: "" }, {}]);
    expect(await saveNote(anna, seller("f"), "Nowy", "")).toBeUndefined();
    expect(await findNote("f")).toMatchObject({ text: "Nowy" });
  });
});
