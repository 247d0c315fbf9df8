import { expect, test, vi } from "vitest";
import { z } from "zod";
import { uniqueToken } from "~/.server/unique-token";
import { giveOwnStore } from "../../../test/support/own-store";
import { stored } from "../../../test/support/stored";
import { seal } from "../db/seal";
import { log } from "../log";
import { OverBudget } from "./budget";
import { StoreUnavailable, store } from "./open-store";
import { ownedRecords } from "./owned-records";
import { sealedRecords } from "./sealed-records";

giveOwnStore();

const schema = z.object({ sub: z.string(), text: z.string() });
type Note = z.infer<typeof schema>;
const optionsOf = (kind: string) => ({
  kind,
  schema,
  ttl: 86_400,
  ownerOf: ({ sub }: Note) => sub,
  bounds: { records: 3, bytes: 100_000 },
  parts: [`${kind}-part`],
});
const notesOf = (kind: string, bounds = optionsOf(kind).bounds) => ownedRecords({ ...optionsOf(kind), bounds });

test("finds a record by its id and for its owner; for nobody else, by no guess, in no other shape, from no other place", async () => {
  const notes = notesOf("note");
  const id = uniqueToken();
  await notes.put(id, { sub: "ewa", text: "sekret" });
  expect(await notes.findOwn(id, "ewa")).toEqual({ sub: "ewa", text: "sekret" });
  expect(await notes.findOwn(id, "adam")).toBeUndefined();
  for (const guess of ["", `${id}x`, "../x", "a\0b", "x".repeat(5_000)])
    expect(await notes.find(guess)).toBeUndefined();
  expect(await (await store()).get(`note:${id}`)).not.toContain("sekret");
  await (await store()).put(`note:${id}`, seal({ sub: "ewa" }, `note:${id}`), 60);
  expect(await notes.find(id)).toBeUndefined();
  await (await store()).put(`note:${id}`, seal({ sub: "ewa", text: "" }, `other:${id}`), 60);
  expect(await notes.find(id)).toBeUndefined();
});

test("of a later release a record with more fields is read, one of another shape is absent, and told once", async () => {
  const warn = vi.spyOn(log(), "warn");
  const notes = ownedRecords({
    kind: "late",
    schema,
    ttl: 60,
    ownerOf: ({ sub }) => sub,
    bounds: { records: 9, bytes: 100_000 },
    parts: ["late-part"],
  });
  const put = async (key: string, content: object) => (await store()).put(key, seal(content, key), 60);
  const id = uniqueToken();
  await notes.put(id, { sub: "ewa", text: "a" });
  await put(`late:${id}`, { sub: "ewa", text: "b", version: 2, more: { of: ["it"] } });
  expect(await notes.findOwn(id, "ewa")).toEqual({ sub: "ewa", text: "b" });
  expect(warn).not.toHaveBeenCalled();

  for (const shape of [{ sub: "ewa", text: ["b"] }, { owner: "ewa", text: "b" }, [], { v2: null }]) {
    await put(`late:${id}`, shape);
    expect(await notes.findOwn(id, "ewa")).toBeUndefined();
    expect(await notes.allOf("ewa")).toEqual(new Map());
    expect(await notes.findPart("late", "x", 0, schema)).toBeUndefined();
  }
  expect(warn.mock.calls).toEqual([[{ kind: "late" }, expect.stringContaining("another release")]]);
  warn.mockRestore();
  // The person works on: a new record takes the room.
  await notes.put(id, { sub: "ewa", text: "c" });
  expect(await notes.findOwn(id, "ewa")).toEqual({ sub: "ewa", text: "c" });
});

test("a record ends when the first of its parts may, whatever was written of it since", async () => {
  const notes = notesOf("aging");
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);
  try {
    vi.advanceTimersByTime(3_600_000);
    const begun = await notes.begin("ewa");
    await begun.putPart("aging-part", 0, { sub: "ewa", text: "part" });
    vi.advanceTimersByTime(600_000);
    await begun.end({ sub: "ewa", text: "1" });
    pass(20);
    expect(await notes.update(begun.id, { sub: "ewa", text: "2" })).toBe(true);
    pass(3.75);
    expect(await notes.find(begun.id)).toMatchObject({ text: "2" });
    expect(await notes.findPart("aging-part", begun.id, 0, schema)).toMatchObject({ text: "part" });
    pass(0.15);
    expect(await notes.find(begun.id)).toBeUndefined();
    expect(await notes.update(begun.id, { sub: "ewa", text: "3" })).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test("putIfAbsent has one winner", async () => {
  const entries = sealedRecords({ kind: "entry", schema, ttl: () => 60 });
  const id = uniqueToken();
  expect(await entries.putIfAbsent(id, { sub: "ewa", text: "1" })).toBe(true);
  expect(await entries.putIfAbsent(id, { sub: "ewa", text: "2" })).toBe(false);
  expect(await entries.find(id)).toMatchObject({ text: "1" });
});

test("of 20 simultaneous changes none is lost", async () => {
  const counts = sealedRecords({ kind: "count", schema, ttl: 60 });
  const id = uniqueToken();
  const more = (now: Note | undefined) => ({ sub: "ewa", text: String(Number(now?.text ?? 0) + 1) });
  await counts.change(id, () => undefined);
  expect(await counts.find(id)).toBeUndefined();
  await Promise.all(Array.from({ length: 20 }, () => counts.change(id, more)));
  expect(await counts.find(id)).toEqual({ sub: "ewa", text: "20" });
  await counts.change(id, () => undefined);
  expect(await counts.find(id)).toEqual({ sub: "ewa", text: "20" });
});

test("of 20 records put at once only a person's maximum stays, and the rest is deleted", async () => {
  const notes = notesOf("many");
  const ids = Array.from({ length: 20 }, () => uniqueToken());
  await notes.put("x".repeat(22), { sub: "adam", text: "" });
  await Promise.all(ids.map((id) => notes.put(id, { sub: "ewa", text: "t" })));
  expect((await stored("many:")).values).toBe(4);
  expect(await notes.findOwn("x".repeat(22), "adam")).toBeDefined();
});

test("the bytes with all parts are limited: the oldest records are deleted, and a too large one is refused", async () => {
  const notes = notesOf("large", { records: 100, bytes: 10_000 });
  const first = uniqueToken();
  await notes.put(first, { sub: "ewa", text: "x".repeat(4_000) });
  await notes.put(uniqueToken(), { sub: "ewa", text: "x".repeat(4_000) });
  expect(await notes.find(first)).toBeUndefined();
  await expect(notes.put(uniqueToken(), { sub: "ewa", text: "x".repeat(9_000) })).rejects.toThrow(OverBudget);
  expect((await stored("large:")).values).toBe(1);

  const begun = await notes.begin("ewa");
  const grow = async () => {
    for (let n = 0; n < 9; n += 1) await begun.putPart("large-part", n, { text: "x".repeat(1_500) });
  };
  await expect(grow()).rejects.toThrow(OverBudget);
  expect((await stored("large-part:")).values).toBeGreaterThan(0);
  await begun.abandon();
  expect(await stored("large-part:")).toEqual({ values: 0, characters: 0 });
});

test("a record being written isn't deleted for others, and counts from its beginning", async () => {
  const notes = notesOf("begun");
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => notes.begin("ewa")));
  const begun = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(begun).toHaveLength(3);
  expect(tries.filter((each) => each.status === "rejected" && each.reason instanceof OverBudget)).toHaveLength(17);
  await begun[0]?.end({ sub: "ewa", text: "whole" });
  expect(await notes.findOwn(begun[0]?.id ?? "", "ewa")).toMatchObject({ text: "whole" });
  await notes.begin("ewa");
  expect(await notes.find(begun[0]?.id ?? "")).toBeUndefined();
});

test("a dead process's unfinished record is deleted at its owner's next write", async () => {
  const notes = notesOf("dead");
  const begun = await notes.begin("ewa");
  await begun.putPart("dead-part", 0, { text: "" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await notes.put(uniqueToken(), { sub: "ewa", text: "" });
  expect((await stored("dead-part:")).values).toBe(1);
  vi.setSystemTime(Date.now() + 20 * 60_000);
  await notes.put(uniqueToken(), { sub: "ewa", text: "" });
  vi.useRealTimers();
  expect((await stored("dead-part:")).values).toBe(0);
});

test("a record without writes for a minute may be deleted, and can't be finished then", async () => {
  const notes = notesOf("silent");
  const begun = await Promise.all([1, 2, 3].map(() => notes.begin("ewa")));
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  try {
    vi.advanceTimersByTime(59_000);
    await expect(notes.begin("ewa")).rejects.toThrow(OverBudget);
    await begun[0]?.putPart("silent-part", 0, { text: "a" });
    vi.advanceTimersByTime(2_000);
    await notes.begin("ewa");
    await notes.begin("ewa");
    await expect(notes.begin("ewa")).rejects.toThrow(OverBudget);
    await begun[0]?.end({ sub: "ewa", text: "whole" });
    await expect(begun[1]?.end({ sub: "ewa", text: "gone" })).rejects.toThrow(OverBudget);
    await expect(begun[2]?.putPart("silent-part", 0, { text: "a" })).rejects.toThrow(OverBudget);
    expect(await notes.find(begun[1]?.id ?? "")).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test("a record whose write failed takes no room", async () => {
  const notes = notesOf("failing", { records: 1, bytes: 10_000 });
  const known = uniqueToken();
  const put = vi.spyOn(await store(), "put").mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
  await expect(notes.put(known, { sub: "ewa", text: "" })).rejects.toThrow(StoreUnavailable);
  put.mockRestore();
  const begun = await notes.begin("ewa");
  expect(begun.id).not.toBe(known);
});

test("many records are read at once, in the order of their ids", async () => {
  const entries = sealedRecords({ kind: "found", schema, ttl: 60 });
  const [one, two, three] = [uniqueToken(), uniqueToken(), uniqueToken()];
  const put = vi.spyOn(await store(), "put");
  await entries.put(one, { sub: "ewa", text: "1" });
  await entries.put(two, { sub: "ewa", text: "2" });
  expect(put.mock.calls.map(([key, , seconds]) => [key, seconds])).toEqual([
    [`found:${one}`, 60],
    [`found:${two}`, 60],
  ]);
  put.mockRestore();
  await (await store()).put(`found:${three}`, seal({ sub: "ewa", text: "3" }, `other:${three}`), 60);
  const texts = async () => (await entries.findMany([two, three, one])).map((entry) => entry?.text);
  expect(await texts()).toEqual(["2", undefined, "1"]);
  await entries.delete(two);
  expect(await texts()).toEqual([undefined, undefined, "1"]);
});

test("cached records are those in the store, a few at most, and none too large", async () => {
  const opening = vi.spyOn(JSON, "parse");
  const notes = sealedRecords({ kind: "open", schema, ttl: 60, maxCached: 2 });
  const [one, two, three] = [uniqueToken(), uniqueToken(), uniqueToken()];
  const found = async (...ids: string[]) => {
    opening.mockClear();
    const texts = (await notes.findMany(ids)).map((note) => note?.text);
    return [...texts, opening.mock.calls.length];
  };
  for (const id of [one, two]) await notes.put(id, { sub: "ewa", text: "a" });
  expect(await found(one, two)).toEqual(["a", "a", 2]);
  expect(await found(one, two)).toEqual(["a", "a", 0]);
  await notes.put(one, { sub: "ewa", text: "b" });
  expect(await found(one, two)).toEqual(["b", "a", 1]);
  await notes.delete(two);
  expect(await found(one, two)).toEqual(["b", undefined, 0]);
  await notes.put(two, { sub: "ewa", text: "x".repeat(8_192) });
  expect((await found(two)).at(-1)).toBe(1);
  expect((await found(two)).at(-1)).toBe(1);
  for (const id of [two, three]) await notes.put(id, { sub: "ewa", text: "c" });
  expect((await found(two, three)).at(-1)).toBe(2);
  expect(await found(one)).toEqual(["b", 1]);
  expect(await found(three, two)).toEqual(["c", "c", 1]);
  opening.mockRestore();
});

test("a record may set its own time to live", async () => {
  const entries = sealedRecords({ kind: "timed", schema, ttl: ({ text }) => Number(text) });
  const put = vi.spyOn(await store(), "put");
  await entries.put(uniqueToken(), { sub: "ewa", text: "7" });
  expect(put.mock.calls[0]?.[2]).toBe(7);
  put.mockRestore();
});

test("ids of a custom form are only accepted in that form", async () => {
  const notes = ownedRecords({ ...optionsOf("formed"), id: /^n-\d$/ });
  await notes.put("n-1", { sub: "ewa", text: "1" });
  const stray = uniqueToken();
  await notes.put(stray, { sub: "ewa", text: "2" });
  expect([await notes.findOwn("n-1", "ewa"), await notes.find(stray)]).toEqual([{ sub: "ewa", text: "1" }, undefined]);
  await notes.delete(stray);
  await notes.delete("n-1");
  expect((await stored("formed:")).values).toBe(1);
});

test("all of a person's records are found by their ids, without deleted ones", async () => {
  const notes = notesOf("all");
  const [one, two] = [uniqueToken(), uniqueToken()];
  await notes.put(one, { sub: "ewa", text: "1" });
  await notes.put(two, { sub: "ewa", text: "2" });
  await notes.put(uniqueToken(), { sub: "adam", text: "3" });
  await (await store()).delete(`all:${one}`);
  expect(await notes.allOf("ewa")).toEqual(new Map([[two, { sub: "ewa", text: "2" }]]));
});

test("deleting a record deletes its parts and what else belongs to it, and makes room", async () => {
  const dropMore = async (id: string) => void (await (await store()).delete(`gone-mark:${id}`));
  const notes = ownedRecords({ ...optionsOf("gone"), bounds: { records: 1, bytes: 9_000 }, dropMore });
  const begun = await notes.begin("ewa");
  await begun.putPart("gone-part", 0, { text: "a" });
  await begun.putPart("gone-part", 1, { text: "b" });
  await begun.end({ sub: "ewa", text: "" });
  await (await store()).put(`gone-mark:${begun.id}`, "seen", 60);
  const part = z.object({ text: z.string() });
  expect(await notes.findPart("gone-part", begun.id, 1, part)).toEqual({ text: "b" });
  await notes.putPart("gone-part", begun.id, 2, { part: { text: "c" }, seconds: 60 });
  expect(await notes.findPart("gone-part", begun.id, 2, part)).toEqual({ text: "c" });
  expect(await notes.findPart("gone-part", begun.id, 2, schema)).toBeUndefined();
  await notes.delete("no id");
  await notes.delete(begun.id);
  expect((await stored("gone")).values).toBe(0);
  expect((await notes.begin("ewa")).id).toMatch(/^[\w-]{22}$/);
});

test("a record counts with all that was written before it, and with what was reserved", async () => {
  const notes = notesOf("sum", { records: 9, bytes: 20_000 });
  const begun = await notes.begin("ewa");
  await begun.putPart("sum-part", 0, { text: "x".repeat(6_000) });
  await begun.reserve(4_000);
  await begun.end({ sub: "ewa", text: "" });
  await notes.put(uniqueToken(), { sub: "ewa", text: "x".repeat(4_000) });
  expect(await notes.find(begun.id)).toBeDefined();
  await notes.put(uniqueToken(), { sub: "ewa", text: "x".repeat(4_000) });
  expect(await notes.find(begun.id)).toBeUndefined();
  await expect((await notes.begin("ewa")).reserve(20_001)).rejects.toThrow(OverBudget);
});

test("a record deleted before its write finished isn't written", async () => {
  const notes = notesOf("raced", { records: 1, bytes: 9_000 });
  const [slow, quick] = [uniqueToken(), uniqueToken()];
  const records = await store();
  const put = vi.spyOn(records, "put");
  put.mockImplementationOnce(async (...given) => {
    await notes.put(quick, { sub: "ewa", text: "quick" });
    return records.put(...given);
  });
  await notes.put(slow, { sub: "ewa", text: "slow" });
  put.mockRestore();
  expect(await notes.allOf("ewa")).toEqual(new Map([[quick, { sub: "ewa", text: "quick" }]]));
  expect((await stored("raced:")).values).toBe(1);
});
