import { expect, onTestFinished, test, vi } from "vitest";
import { DatabaseFull, DatabaseUnavailable } from "~/.server/db/database";
import { Lease } from "~/.server/db/lease";
import { editableOf } from "~/domain/merge-changes";
import type { SellerChange } from "~/domain/seller";
import { giveBackend, writer } from "../../../test/support/fake-backend";
import { inSellerLease } from "./concurrent-writes.server";
import { createOnce } from "./create-once.server";
import { listEntries } from "./history-journal.server";
import { type Writer, writeSeller } from "./write-seller.server";

// Pauses move a test's own clock on.
vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));

const backend = giveBackend(3, { etags: false });

const stored = () => backend.sellers.all()[0] as unknown as SellerChange & { id: string };

test("A seller whose lease isn't released in time is refused as busy", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const run = vi.fn();
  const outer = await inSellerLease("s1", {}, () => inSellerLease("s1", {}, run));
  expect(outer).toBe("busy");
  expect(run).not.toHaveBeenCalled();
});

test("A person's write goes on without the store, and a job's doesn't", async () => {
  const take = vi.spyOn(Lease, "take").mockRejectedValue(new DatabaseUnavailable(new Error("down")));
  try {
    expect(await inSellerLease("s1", {}, async (lease) => ["run", lease])).toEqual(["run", undefined]);
    await expect(inSellerLease("s1", { jobId: "j" }, async () => true)).rejects.toThrow(DatabaseUnavailable);
  } finally {
    take.mockRestore();
  }
});

test("A full database refuses a write before its seller is read", async () => {
  const take = vi.spyOn(Lease, "take").mockRejectedValue(new DatabaseFull(new Error("full")));
  onTestFinished(() => take.mockRestore());
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), mpk: "MPK-F" } });
  await expect(writeSeller(writer, stored().id, change)).rejects.toThrow(DatabaseFull);
  expect(backend.calls).toEqual([]);
});

test("A database that fills up after a write doesn't hide that it was made", async () => {
  const before = { ...stored(), surname: "Nowak" };
  backend.sellers.put(before);
  const take = vi.spyOn(Lease, "take");
  onTestFinished(() => take.mockRestore());
  // A backend that merges, so the surname is cleared by a second call, which is made and answered 412.
  backend.instead = (request, response, answer) => {
    if (request.method === "GET") return answer();
    if (request.method === "PUT") return response.writeHead(204).end();
    const { surname: _cleared, ...after } = before;
    backend.sellers.put(after);
    take.mockRejectedValue(new DatabaseFull(new Error("full")));
    response.writeHead(412).end();
  };
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), surname: undefined } });
  expect(await writeSeller(writer, before.id, change)).toMatchObject({ outcome: "saved", answerLost: true });
});

test("Work that another process has taken over sends no write", async () => {
  const paused: Writer = { ...writer, lease: { remainingMs: 0 } };
  const before = { ...stored() };
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), mpk: "MPK-X" } });
  await expect(writeSeller(paused, before.id, change)).rejects.toMatchObject({ kind: "abandoned" });
  const input = { displayName: "Nowy", email: "nowy@example.pl", mpk: "1" };
  await expect(createOnce(paused, "test:1", input)).rejects.toMatchObject({ kind: "abandoned" });
  expect(stored()).toEqual(before);
  expect(backend.sellers.all()).toHaveLength(3);
});

test("A process paused before its request doesn't send it", async () => {
  const left = vi.fn(() => 0).mockReturnValueOnce(60_000);
  const paused: Writer = {
    ...writer,
    lease: {
      get remainingMs() {
        return left();
      },
    },
  };
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), mpk: "MPK-Y" } });
  await expect(writeSeller(paused, stored().id, change)).rejects.toMatchObject({ kind: "abandoned" });
  expect(backend.calls).toEqual(["GET"]);
  const [entry] = await listEntries({ sellerId: stored().id, limit: 1 });
  expect(entry?.outcome).toBe("unknown");
});
