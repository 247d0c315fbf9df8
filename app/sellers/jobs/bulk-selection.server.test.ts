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
