import { expect, test, vi } from "vitest";
import { DatabaseUnavailable } from "~/.server/db/database";
import { Lease } from "~/.server/db/lease";

import { editableOf, mergeChanges } from "~/domain/merge-changes";
import type { SellerChange } from "~/domain/seller";
import { giveBackend, writer } from "../../../test/support/fake-backend";
import { createOnce } from "./create-once.server";
import { listEntries } from "./history-journal.server";
import { inSellerLease } from "./seller-lease.server";
import { type Writer, writeSeller } from "./write-seller.server";

const slow = vi.hoisted(() => ({ callMs: 10_000 }));
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), BACKEND_TIMEOUT_MS: slow.callMs }) };
});

const backend = giveBackend(3, { etags: false });

const stored = () => backend.sellers.all()[0] as unknown as SellerChange & { id: string };

/** Saves a form that was opened on `base`, as the edit page does. */
const save = (base: SellerChange, fields: Partial<SellerChange>) =>
  writeSeller(writer, stored().id, ({ seller }) => {
    const { merged, conflicts } = mergeChanges(base, { ...base, ...fields }, editableOf(seller));
    return conflicts.length > 0 ? { instead: conflicts.map(({ field }) => field) } : { change: merged, replaces: true };
  });

test("Two people who save different fields at once both keep their change", async () => {
  for (let pair = 1; pair <= 20; pair += 1) {
    const base = editableOf(stored());
    const [mpk, displayName] = [`MPK-${pair}`, `Sklep ${pair}`];
    const written = await Promise.all([save(base, { mpk }), save(base, { displayName })]);
    expect(written.map(({ outcome }) => outcome)).toEqual(["saved", "saved"]);
    expect(stored()).toMatchObject({ mpk, displayName });
  }
});

test("One of two people who save the same field at once is asked", async () => {
  const base = editableOf(stored());
  const written = await Promise.all([save(base, { mpk: "MPK-A" }), save(base, { mpk: "MPK-B" })]);
  expect(written.map(({ outcome }) => outcome).toSorted()).toEqual(["notSaved", "saved"]);
});

test("A seller whose lease isn't released in time is refused as busy", async () => {
  slow.callMs = 500;
  const run = vi.fn();
  const outer = await inSellerLease("s1", {}, () => inSellerLease("s1", {}, run));
  expect(outer).toBe("busy");
  expect(run).not.toHaveBeenCalled();
  slow.callMs = 10_000;
});

test("A person's write goes on without the store, and a job's doesn't", async () => {
  const take = vi.spyOn(Lease, "take").mockRejectedValue(new DatabaseUnavailable(new Error("down")));
  try {
    expect(await inSellerLease("s1", {}, async (hasLease) => hasLease())).toBe(true);
    await expect(inSellerLease("s1", { jobId: "j" }, async () => true)).rejects.toThrow(DatabaseUnavailable);
  } finally {
    take.mockRestore();
  }
});

test("Work that another process has taken over sends no write", async () => {
  const paused: Writer = { ...writer, maySend: () => false };
  const before = { ...stored() };
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), mpk: "MPK-X" } });
  await expect(writeSeller(paused, before.id, change)).rejects.toMatchObject({ kind: "abandoned" });
  const input = { displayName: "Nowy", email: "nowy@example.pl", mpk: "1" };
  await expect(createOnce(paused, "test:1", input)).rejects.toMatchObject({ kind: "abandoned" });
  expect(stored()).toEqual(before);
  expect(backend.sellers.all()).toHaveLength(3);
});

test("A process paused before its request doesn't send it", async () => {
  let asked = 0;
  const paused: Writer = { ...writer, maySend: () => ++asked === 1 };
  const change = ({ seller }: { seller: SellerChange }) => ({ change: { ...editableOf(seller), mpk: "MPK-Y" } });
  await expect(writeSeller(paused, stored().id, change)).rejects.toMatchObject({ kind: "abandoned" });
  expect(backend.calls).toEqual(["GET"]);
  const [entry] = await listEntries({ sellerId: stored().id, limit: 1 });
  expect(entry?.outcome).toBe("unknown");
});
