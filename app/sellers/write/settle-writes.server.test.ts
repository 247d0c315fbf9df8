import { expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "~/.server/db/database";
import { Lease } from "~/.server/db/lease";
import { sha256 } from "~/.server/tokens";
import { editableOf } from "~/domain/merge-changes";
import type { Seller, SellerChange } from "~/domain/seller";
import { giveBackend, writer } from "../../../test/support/fake-backend";
import { createOnce } from "./create-once.server";
import { findEntry, listEntries } from "./history-journal.server";
import { beginWrite, newEntry } from "./pending-write.server";
import { settleWrites } from "./settle-writes.server";
import { type WriteOptions, writeSeller } from "./write-seller.server";

const database = vi.hoisted(() => ({ isAway: false }));
vi.mock("./history-journal.server", async (load) => {
  const actual = await load<typeof import("./history-journal.server")>();
  const whileThere =
    <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      if (database.isAway) throw new DatabaseUnavailable(new Error("away"));
      return write(...args);
    };
  const { beginEntry, endEntry, markAnswerLost } = actual;
  return {
    ...actual,
    beginEntry: whileThere(beginEntry),
    endEntry: whileThere(endEntry),
    markAnswerLost: whileThere(markAnswerLost),
  };
});

const backend = giveBackend(3);

const stored = () => backend.sellers.all()[0] as unknown as Seller;
const put = (fields: Partial<SellerChange>) => backend.sellers.put({ ...backend.sellers.get(stored().id), ...fields });
const change = (fields: Partial<SellerChange>, options?: WriteOptions) =>
  writeSeller(writer, stored().id, ({ seller }) => ({ change: { ...editableOf(seller), ...fields } }), options);

/** Answers writes with a status, after `act`. */
const answerWrites = (status: number, act: () => void = () => undefined) => {
  backend.instead = (request, response, answer) => {
    if (request.method === "GET") return answer();
    act();
    response.writeHead(status).end();
  };
};

test("A write of unknown outcome is settled once a read shows its value", async () => {
  const { mpk } = stored();
  const changeId = `${"u".repeat(22)}`;
  answerWrites(504);
  await expect(change({ mpk: "LATE" }, { changeId })).rejects.toMatchObject({ status: 504 });
  expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown", answerLost: true });
  await settleWrites(stored());
  expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown" });

  // The backend finishes late, and somebody else changes another field.
  put({ mpk: "LATE", surname: "Inny" });
  const surname = stored().surname;
  await settleWrites(stored());
  const entry = await findEntry(changeId);
  expect(entry).toMatchObject({ outcome: "done", before: { mpk }, after: { mpk: "LATE" } });
  expect(entry).not.toHaveProperty("answerLost");
  expect(entry?.after.surname).not.toBe(surname);
});

const addition = { displayName: "Nowy Sklep", email: "Nowy@example.pl", mpk: "00777" };
const lateSeller = { ...addition, id: "late", email: "nowy@example.pl", accountEnabled: true };

test("An addition of unknown outcome is settled once its seller is read", async () => {
  answerWrites(504);
  const changeId = "c".repeat(22);
  await expect(createOnce(writer, "test:late", addition, { changeId })).rejects.toMatchObject({ status: 504 });
  await settleWrites({ ...lateSeller, mpk: "00778" });
  expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown", answerLost: true });

  await Promise.all([1, 2, 3].map(() => settleWrites(lateSeller)));
  const entry = await findEntry(changeId);
  expect(entry).toMatchObject({ outcome: "done", sellerId: "late", after: { accountEnabled: true } });
  expect(entry).not.toHaveProperty("answerLost");
  expect((await listEntries({ sellerId: "late", limit: 5 })).map(({ id }) => id)).toEqual([changeId]);
});

test.each(["the write begins", "the response is lost"])(
  "A change is settled after the database was away while %s",
  async (moment) => {
    const mpk = `AWAY-${moment}`;
    const changeId = (moment.includes("begins") ? "s" : "e").repeat(22);
    database.isAway = moment.includes("begins");
    backend.instead = async (request, response, answer) => {
      if (request.method === "GET") return answer();
      database.isAway = !database.isAway;
      response.writeHead(504).end();
    };
    await expect(change({ mpk }, { changeId })).rejects.toMatchObject({ status: 504 });
    database.isAway = false;
    expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown" });
    put({ mpk });
    // A lease that is released by a clock that runs ahead isn't found, and stays.
    await expect.poll(() => Lease.isHeld(`seller:${sha256(stored().id)}`)).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await settleWrites(stored());
    vi.useRealTimers();
    expect(await findEntry(changeId)).toMatchObject({ outcome: "done", after: { mpk } });
  },
);

test("A save that changes nothing settles the write of a process that died", async () => {
  const { id, displayName: sellerName } = stored();
  const before = editableOf(stored());
  const after = { ...before, mpk: "KILLED" };
  const facts = { ...newEntry(writer.by, { changeId: "k".repeat(22) }), sellerId: id, sellerName };
  await beginWrite({ ...facts, action: "update", before, after });
  put({ mpk: "KILLED" });
  expect(await change({ mpk: "KILLED" })).toMatchObject({ outcome: "unchanged" });
  expect(await findEntry("k".repeat(22))).toMatchObject({ outcome: "done" });
});

test("A write that was made despite a 500 is saved", async () => {
  answerWrites(500, () => put({ mpk: "MADE" }));
  expect(await change({ mpk: "MADE" })).toMatchObject({ outcome: "saved", answerLost: true });
});

test("A write that wasn't made and got a 500 fails with that status", async () => {
  answerWrites(500);
  await expect(change({ mpk: "NOT" })).rejects.toMatchObject({ kind: "status", status: 500 });
});

test("A write answered with the old value isn't reported as saved", async () => {
  backend.instead = (request, _response, answer) => {
    if (request.method === "PUT") request.method = "GET";
    answer();
  };
  expect(await change({ mpk: "IGNORED" })).toMatchObject({ outcome: "unknown", isChecked: true });
});
