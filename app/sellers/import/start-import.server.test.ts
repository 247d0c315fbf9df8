import { expect, test } from "vitest";
import { storeJob } from "~/sellers/jobs/job-store.server";
import { giveOwnStore } from "../../../test/support/own-store";
import type { Plan } from "./plan-store.server";
import { jobOfSameFile } from "./start-import.server";

giveOwnStore();

test("a file can't be saved while another job saves it; the plan's own job doesn't count", async () => {
  const { id } = (await storeJob(
    {
      kind: "seller-import",
      params: { plan: "checked", fileName: "sprzedawcy.csv", digest: "of its bytes" },
      owner: { sub: "ola", name: "Ola" },
      session: "session",
    },
    [{ line: 2 }],
  )) as { id: string };
  const plan = { sub: "ola", digest: "of its bytes", checkedAt: 0 } as Plan;
  expect(await jobOfSameFile("checked again", plan)).toBe(id);
  expect(await jobOfSameFile("checked", plan)).toBeUndefined();
  expect(await jobOfSameFile("checked again", { ...plan, digest: "of others" })).toBeUndefined();
});
