import { expect, test } from "vitest";
import { editableOf } from "~/domain/change";
import type { Seller, SellerChange } from "~/domain/seller";
import { latestEntries } from "~/sellers/history/seller-changes.server";
import { giveBackend, writer } from "../../../test/support/fake-backend";
import { findEntry } from "./history-journal.server";
import { type WriteNote, writeSeller } from "./write-seller.server";

const backend = giveBackend(3);

const stored = () => backend.sellers.all()[0] as unknown as Seller;
const put = (fields: Partial<SellerChange>) => backend.sellers.put({ ...backend.sellers.get(stored().id), ...fields });
const change = (fields: Partial<SellerChange>, note?: WriteNote) =>
  writeSeller(writer, stored().id, ({ seller }) => ({ change: { ...editableOf(seller), ...fields } }), note);

/** Answers writes with a status, after `act`. */
const answerWrites = (status: number, act: () => void = () => undefined) => {
  backend.instead = (request, response, answer) => {
    if (request.method === "GET") return answer();
    act();
    response.writeHead(status).end();
  };
};

test("a write of unknown outcome is settled as soon as a read of the seller shows its value", async () => {
  const { mpk } = stored();
  const changeId = `${"u".repeat(22)}`;
  answerWrites(504);
  await expect(change({ mpk: "LATE" }, { changeId })).rejects.toMatchObject({ status: 504 });
  expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown", answerLost: true });
  await latestEntries(stored(), 5);
  expect(await findEntry(changeId)).toMatchObject({ outcome: "unknown" });

  // The backend finishes late, and somebody else changes another field.
  put({ mpk: "LATE", surname: "Inny" });
  const surname = stored().surname;
  await latestEntries(stored(), 5);
  const entry = await findEntry(changeId);
  expect(entry).toMatchObject({ outcome: "done", before: { mpk }, after: { mpk: "LATE" } });
  expect(entry).not.toHaveProperty("answerLost");
  expect(entry?.after.surname).not.toBe(surname);
});

test("a write that is answered with 500 and was made all the same is saved", async () => {
  answerWrites(500, () => put({ mpk: "MADE" }));
  expect(await change({ mpk: "MADE" })).toMatchObject({ outcome: "saved", lostAnswer: true });
});

test("a write that is answered with 500 and wasn't made is told by its status", async () => {
  answerWrites(500);
  await expect(change({ mpk: "NOT" })).rejects.toMatchObject({ kind: "status", status: 500 });
});

test("a write that is answered with the old value isn't told as saved", async () => {
  backend.instead = (request, _response, answer) => {
    if (request.method === "PUT") request.method = "GET";
    answer();
  };
  expect(await change({ mpk: "IGNORED" })).toMatchObject({ outcome: "unknown", checked: true });
});
