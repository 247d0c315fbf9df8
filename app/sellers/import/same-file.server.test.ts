import { expect, test } from "vitest";
import { storeJob } from "~/sellers/jobs/job-store.server";
import { giveOwnStore } from "../../../test/support/own-store";
import type { Plan } from "./plan-store.server";
import { jobOfSameFile } from "./same-file.server";

giveOwnStore();

test("a job stands in the way of another check of its file, not of the very one that it saves: two tabs started that at once", async () => {
  const { id } = (await storeJob(
    {
      kind: "seller-import",
      params: { plan: "checked", fileName: "sprzedawcy.csv", digest: "of its bytes" },
      owner: { sub: "ola", name: "Ola" },
      session: "session",
    },
    [{ line: 2 }],
  )) as { id: string };
  const plan = { sub: "ola", digest: "of its bytes" } as Plan;
  expect(await jobOfSameFile("checked again", plan)).toBe(id);
  expect(await jobOfSameFile("checked", plan)).toBeUndefined();
  expect(await jobOfSameFile("checked again", { ...plan, digest: "of others" })).toBeUndefined();
});
