import { expect, it } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { inTransaction } from "./database";
import { addNews, hasNews, takeNews } from "./news";

const add = (sub: string, jobId: string) => inTransaction((tx) => addNews(tx, sub, { jobId }, 60_000));

onBothEngines(() => {
  it("News are taken once, by one of several simultaneous requests", async () => {
    for (const jobId of ["a", "b", "c"]) await add("anna", jobId);
    expect([await hasNews("anna"), await hasNews("jan"), await takeNews("jan", 9)]).toEqual([true, false, []]);
    const taken = (await Promise.all([2, 2, 2].map((limit) => takeNews("anna", limit)))).flat();
    const rest = await takeNews("anna", 9);
    expect([...taken, ...rest].map((row) => row.job_id).sort()).toEqual(["a", "b", "c"]);
    expect(await hasNews("anna")).toBe(false);
  });
});
