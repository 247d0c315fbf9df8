import { expect, test, vi } from "vitest";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { CountChanged, readBulkSelection, selectedSellers } from "./bulk-selection.server";

test.each(["x", "1.5", "Infinity"])("A consent to %s sellers is refused without asking for one", async (count) => {
  const selection = readBulkSelection(new URLSearchParams("action=disable&all=1"));
  if (!selection) throw new Error("Nobody is chosen");
  const allMatching = vi.fn(async function* () {
    yield { sellers: [{ id: "1", displayName: "Jan" }], total: 1 };
  });
  const selected = selectedSellers(
    { sellers: { allMatching } } as unknown as FranchiseeContext,
    selection,
    Number(count),
  );
  await expect(selected.next()).rejects.toThrow(CountChanged);
  expect(allMatching).not.toHaveBeenCalled();
});

test("Rows that were ticked under another filter have their names", async () => {
  const selection = readBulkSelection(new URLSearchParams("action=disable&q=nowak&ids=1&ids=2"));
  if (!selection) throw new Error("Nobody is chosen");
  const shown = { id: "2", displayName: "Ewa Nowak" };
  const sellers = {
    list: async () => ({ sellers: [shown], total: 1 }),
    allMatching: async function* () {
      yield { sellers: [shown], total: 1 };
    },
    getMany: async (ids: string[]) => ids.map((id) => ({ id, displayName: `Sprzedawca ${id}` })),
  };
  const selected = selectedSellers({ sellers } as unknown as FranchiseeContext, selection, 2);
  const named = [];
  for await (const seller of selected) named.push(seller);
  expect(named).toEqual([
    { id: "1", name: "Sprzedawca 1" },
    { id: "2", name: "Ewa Nowak" },
  ]);
});
