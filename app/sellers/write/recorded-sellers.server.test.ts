import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createSellersApi } from "~/.server/backend/sellers-api";
import { closeStore, store } from "~/.server/store/open-store";
import { FakeBackend } from "../../../test/support/fake-backend";
import { testEnv } from "../../../test/support/test-env";
import { findEntry, listHistory } from "./change-journal.server";
import { noted, type RecordedSellers, recordedSellers } from "./recorded-sellers.server";

const anna = { sub: "p1", name: "Anna Nowak" };
let folder: string;
let backend: FakeBackend;
/** What happens instead of the backend's answer to the next write, before its connection is cut. */
let instead: ((run: () => void) => void) | undefined;
let api: RecordedSellers;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "history-"));
  backend = await FakeBackend.start(5);
  backend.instead = (request, response, answer) => {
    const happens = instead;
    if (!happens || request.method === "GET") return answer();
    instead = undefined;
    // Does what was asked, then hangs up without a word.
    response.end = (() => {
      response.socket?.destroy();
      return response;
    }) as typeof response.end;
    happens(answer);
  };
  const storeUrl = `lmdb:${join(folder, "store")}`;
  Object.assign(process.env, testEnv({ SELLERS_API_URL: backend.url, STORE_URL: storeUrl }));
  api = recordedSellers(createSellersApi({ current: async () => "token", renewed: async () => undefined }), anna);
});
afterAll(async () => {
  await backend.close();
  await closeStore();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  backend.sellers.reset();
  backend.calls = [];
  instead = undefined;
});

const first = () => backend.sellers.all()[0] as { id: string; displayName: string; accountEnabled: boolean };
const latest = async (sellerId?: string) => (await listHistory({ sellerId, limit: 1 })).entries[0];
const input = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "00777" };

describe("a write that was done", () => {
  test("an update tells both versions, who made it and in which request", async () => {
    const base = await api.get(first().id);
    const { changeId } = await api.update(first().id, { ...base.seller, mpk: "00999", surname: undefined }, base);
    const entry = await findEntry(changeId as string);
    expect(entry).toMatchObject({
      by: anna,
      sellerId: first().id,
      sellerName: base.seller.displayName,
      action: "update",
      before: { mpk: base.seller.mpk, surname: base.seller.surname },
      after: { mpk: "00999" },
      outcome: "done",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(entry?.after.surname).toBeUndefined();
    expect(Math.abs((entry?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await latest()).toEqual(entry);
    expect(await latest(first().id)).toEqual(entry);
  });

  test("a patch of the account is told as enabling or disabling, and reads the record only if nobody has", async () => {
    const accountEnabled = !first().accountEnabled;
    await api.patch(first().id, { accountEnabled });
    expect(backend.calls).toEqual(["GET", "PATCH"]);
    const expected = { before: { accountEnabled: !accountEnabled }, after: { accountEnabled }, outcome: "done" };
    expect(await latest()).toMatchObject({ action: accountEnabled ? "enable" : "disable", ...expected });

    backend.calls = [];
    const { etag } = await api.get(first().id);
    await api.patch(first().id, { accountEnabled: !accountEnabled }, etag);
    expect(backend.calls).toEqual(["GET", "PATCH"]);
    expect(await latest()).toMatchObject({ action: accountEnabled ? "disable" : "enable" });
  });

  test("a creation stands in the history of the seller it made", async () => {
    const { seller, changeId } = await api.create(input);
    const entry = { id: changeId, action: "create", sellerId: seller.id, after: { ...input, accountEnabled: true } };
    expect((await listHistory({ sellerId: seller.id, limit: 5 })).entries).toMatchObject([entry]);
  });

  test("an item of a job that was begun by a process which then died stands in the history once", async () => {
    const kept = await store();
    const changeId = `${"j".repeat(22)}.7`;
    const disable = () => noted({ changeId }, () => api.patch(first().id, { accountEnabled: !first().accountEnabled }));
    const append = vi.spyOn(kept, "append").mockRejectedValueOnce(new Error("died"));
    await disable();
    expect((await listHistory({ sellerId: first().id, limit: 99 })).entries.map(({ id }) => id)).not.toContain(
      changeId,
    );
    append.mockRestore();
    await disable();
    await disable();
    for (const sellerId of [undefined, first().id]) {
      const { entries } = await listHistory({ sellerId, limit: 99 });
      expect(entries.filter(({ id }) => id === changeId)).toHaveLength(1);
    }
  });

  test("one that changes nothing is no entry", async () => {
    const before = await latest();
    const { changeId } = await api.patch(first().id, { accountEnabled: first().accountEnabled });
    expect(changeId).toBeUndefined();
    expect(await latest()).toEqual(before);
  });

  test("a note names the job and marks what was taken back", async () => {
    const accountEnabled = !first().accountEnabled;
    const made = await api.patch(first().id, { accountEnabled });
    const undoes = made.changeId as string;
    const note = { jobId: "J".repeat(22), changeId: `${"J".repeat(22)}.17`, undoes };
    await noted(note, () => api.patch(first().id, { accountEnabled: !accountEnabled }));
    expect(await latest()).toMatchObject({ id: note.changeId, jobId: note.jobId, undoes });
    expect(await findEntry(undoes)).toMatchObject({ undoneBy: note.changeId });
  });
});

describe("a write that failed", () => {
  test("a refused one is kept as failed", async () => {
    const taken = backend.sellers.all()[1]?.email as string;
    await expect(api.create({ ...input, email: taken })).rejects.toMatchObject({ status: 409 });
    expect(await latest()).toMatchObject({ action: "create", outcome: "failed", sellerName: "Nowy Sklep" });
    expect(await latest()).not.toHaveProperty("sellerId");

    const base = await api.get(first().id);
    await api.patch(first().id, { mpk: "1" });
    await expect(api.update(first().id, { ...base.seller, mpk: "2" }, base)).rejects.toMatchObject({ status: 412 });
    expect(await latest()).toMatchObject({ outcome: "failed", after: { mpk: "2" } });
  });

  test("a lost answer: unknown, then what a look at the record tells", async () => {
    instead = (run) => run();
    await expect(api.patch(first().id, { mpk: "00555" })).rejects.toMatchObject({ kind: "outcomeUnknown" });
    await vi.waitFor(async () => expect(await latest()).toMatchObject({ outcome: "done", after: { mpk: "00555" } }));

    instead = () => backend.cut();
    backend.calls = [];
    await expect(api.patch(first().id, { mpk: "00666" })).rejects.toMatchObject({ kind: "outcomeUnknown" });
    await vi.waitFor(() => expect(backend.calls).toEqual(["GET", "PATCH", "GET"]));
    expect(await latest()).toMatchObject({ outcome: "unknown", after: { mpk: "00666" } });
  });

  test("what is never sent is never written down", async () => {
    const before = await latest();
    await expect(api.patch("", { mpk: "1" })).rejects.toMatchObject({ reason: "patchWithoutId" });
    await expect(api.update("", first() as never, { raw: {} } as never)).rejects.toMatchObject({
      reason: "updateWithoutId",
    });
    await expect(api.create({} as never)).rejects.toMatchObject({ reason: "createWithoutPayload" });
    expect(await latest()).toEqual(before);
  });
});

test("a history that can't be written doesn't fail the write", async () => {
  const kept = await store();
  const broken = vi.spyOn(kept, "putIfAbsent").mockRejectedValue(new Error("full"));
  const alsoBroken = vi.spyOn(kept, "put").mockRejectedValue(new Error("full"));
  const record = await api.patch(first().id, { mpk: "00321" });
  expect(record.seller.mpk).toBe("00321");
  broken.mockRestore();
  alsoBroken.mockRestore();
});

test("pages go from the newest to the oldest, within a range of time, each seller's apart", async () => {
  const [, second, third] = backend.sellers.all();
  const from = Date.now();
  for (let n = 1; n <= 5; n += 1) await api.patch(second?.id as string, { mpk: `${n}` });
  await api.patch(third?.id as string, { mpk: "9" });
  const sellerId = second?.id as string;
  const page = await listHistory({ sellerId, limit: 2, from });
  expect(page.entries.map(({ after }) => after.mpk)).toEqual(["5", "4"]);
  const next = await listHistory({ sellerId, limit: 3, from, before: page.older });
  expect(next.entries.map(({ after }) => after.mpk)).toEqual(["3", "2", "1"]);
  expect(next.older).toBeUndefined();
  expect((await listHistory({ limit: 50, from })).entries).toHaveLength(6);
  expect((await listHistory({ limit: 50, until: from })).entries.every(({ at }) => at <= from)).toBe(true);
  expect((await listHistory({ limit: 5, before: "made up" })).entries).toEqual([]);
});

test("an id from elsewhere finds nothing, and the store shows nothing of an entry", async () => {
  expect(await findEntry("../session:abc")).toBeUndefined();
  expect(await findEntry("A".repeat(22))).toBeUndefined();
  const { changeId } = await api.patch(first().id, { mpk: "00042" });
  expect(await (await store()).get(`change:${changeId}`)).toMatch(/^ey[\w.-]+$/);
});
