import { describe, expect, it } from "vitest";
import { BodyBudget, BudgetSpent } from "./body-budget";

const MEGABYTE = 1024 * 1024;
const SMALL = 64 * 1024;

/** Takes the same again and again until it is refused. */
function takeAll(budget: BodyBudget, sender: string | undefined, bytes: number): (() => void)[] {
  const taken: (() => void)[] = [];
  try {
    for (;;) taken.push(budget.take(sender, bytes));
  } catch (error) {
    expect(error).toBeInstanceOf(BudgetSpent);
    return taken;
  }
}

describe("the memory of bodies", () => {
  it("is 24 MB for one person's files, and 72 for everybody's", () => {
    const budget = new BodyBudget();
    expect(takeAll(budget, "anna", 12 * MEGABYTE)).toHaveLength(2);
    expect(takeAll(budget, "ewa", 12 * MEGABYTE)).toHaveLength(2);
    expect(takeAll(budget, "jan", 12 * MEGABYTE)).toHaveLength(2);
    expect(takeAll(budget, "olga", 12 * MEGABYTE)).toHaveLength(0);
  });

  it("keeps room for small forms, however many files are on their way", () => {
    const budget = new BodyBudget();
    for (const person of ["anna", "ewa", "jan"]) takeAll(budget, person, 12 * MEGABYTE);
    expect(takeAll(budget, "anna", SMALL)).toHaveLength(32);
    expect(takeAll(budget, "olga", SMALL)).toHaveLength(32);
    expect(takeAll(budget, "olga", SMALL + 1)).toHaveLength(0);
  });

  it("gives anonymous senders 16 MB together, and 8 for small forms, and they take none of the signed-in people's", () => {
    const budget = new BodyBudget();
    expect(takeAll(budget, undefined, MEGABYTE)).toHaveLength(16);
    expect(takeAll(budget, undefined, SMALL + 1)).toHaveLength(0);
    expect(takeAll(budget, undefined, SMALL)).toHaveLength(128);
    expect(takeAll(budget, undefined, 1)).toHaveLength(0);
    expect(takeAll(budget, "anna", 12 * MEGABYTE)).toHaveLength(2);
    expect(takeAll(budget, "anna", SMALL)).toHaveLength(32);
  });

  it("comes back once, whole, and to the pool that it was taken from", () => {
    const budget = new BodyBudget();
    for (let round = 0; round < 3; round += 1) {
      for (const [sender, bytes, times] of [
        ["anna", 12 * MEGABYTE, 2],
        ["anna", SMALL, 32],
        [undefined, MEGABYTE, 16],
      ] as const) {
        const taken = takeAll(budget, sender, bytes);
        expect(taken).toHaveLength(times);
        for (const giveBack of [...taken, ...taken]) giveBack();
      }
    }
  });
});
