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

/** The names of the given ids, of whom the list with another filter shows 2 alone. */
async function namesOfTicked(ids: string[]) {
  const selection = readBulkSelection(new URLSearchParams(`action=disable&q=nowak&ids=${ids.join("&ids=")}`));
  if (!selection) throw new Error("Nobody is chosen");
  const shown = { id: "2", displayName: "Ewa Nowak" };
  const sellers = {
    list: async () => ({ sellers: [shown], total: 1 }),
    allMatching: async function* () {
      yield { sellers: [shown], total: 1 };
    },
    getMany: async (ids: string[]) => ids.map((id) => ({ id, displayName: `Sprzedawca ${id}` })),
  };
  const names = [];
  for await (const { name } of selectedSellers({ sellers } as unknown as FranchiseeContext, selection, ids.length)) {
    names.push(name);
  }
  return names;
}

test("Rows that were ticked under another filter have their names", async () => {
  expect(await namesOfTicked(["1", "2"])).toEqual(["Sprzedawca 1", "Ewa Nowak"]);
});

test("More than 100 rows of another filter aren't read one by one", async () => {
  const ids = Array.from({ length: 102 }, (_, index) => String(index));
  expect((await namesOfTicked(ids)).filter((name) => name !== undefined)).toEqual(["Ewa Nowak"]);
});
