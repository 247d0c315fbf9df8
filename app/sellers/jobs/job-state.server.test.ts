import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeStore, openStore, store } from "~/.server/store/open-store";
import { startRedis } from "../../../test/support/redis";
import { testEnv } from "../../../test/support/test-env";
import { changeJobStatus, endJob, type JobStatus, jobStatusOf, pauseJob, stopJob } from "./job-state.server";
import { dropJob, storeJob } from "./job-store.server";
import { resumeJob, resumeJobsOf } from "./start-job.server";
import { supervisor } from "./supervisor.server";

Object.assign(process.env, testEnv());

const engines: Record<string, () => Promise<{ url: string; stop: () => Promise<unknown> }>> = {
  async lmdb() {
    const folder = await mkdtemp(join(tmpdir(), "panel-job-state-"));
    return { url: `lmdb:${folder}`, stop: () => rm(folder, { recursive: true }) };
  },
  async redis() {
    const redis = await startRedis();
    return { url: redis.url, stop: redis.close };
  },
};

const owner = { sub: "anna" };
const running = { state: "running", session: "over" } as const;
const paused = { state: "paused", session: "over" } as const;
const next = { state: "running", session: "next" };
const returns = () => resumeJobsOf({ sub: owner.sub, id: "next" });

type Step = (id: string) => Promise<unknown>;
const races: [what: string, from: JobStatus, first: Step, meanwhile: Step, to: object | undefined][] = [
  ["a pause and the owner's sign-in: the job goes on", running, (id) => pauseJob(id, "over"), returns, next],
  ["a pause and a stop: the job is stopped", running, (id) => pauseJob(id, "over"), stopJob, { state: "stopped" }],
  [
    "a sign-in and the end: the job is finished",
    running,
    returns,
    (id) => endJob(id, "finished"),
    { state: "finished" },
  ],
  ["a resume and a stop: the job is stopped", paused, (id) => resumeJob(id, "next"), stopJob, { state: "stopped" }],
  ["a stop and a resume: the job is stopped", paused, stopJob, (id) => resumeJob(id, "next"), { state: "stopped" }],
  [
    "two ends: the first counts",
    running,
    (id) => endJob(id, "stopped"),
    (id) => endJob(id, "finished"),
    { state: "finished" },
  ],
  ["an end and an erasure: nothing is stored again", running, (id) => endJob(id, "stopped"), dropJob, undefined],
];

describe.each(Object.keys(engines))("a job's status, on %s", (name) => {
  let engine: { url: string; stop: () => Promise<unknown> };
  beforeAll(async () => {
    engine = await (engines[name] as (typeof engines)[string])();
    (globalThis as { panelStore?: unknown }).panelStore = openStore(engine.url);
  });
  // No process looks at the jobs between two steps.
  beforeEach(() => void vi.spyOn(supervisor, "wake").mockResolvedValue());
  afterAll(async () => {
    await closeStore();
    await engine?.stop();
  });

  const lay = async () => (await storeJob({ kind: "none", params: {}, owner, session: "over" }, [1]))?.id as string;

  test("no change is lost, however many come at once", async () => {
    const id = await lay();
    const one = () => changeJobStatus(id, (now) => ({ ...now, endedAt: (now.endedAt ?? 0) + 1 }));
    expect(await Promise.all(Array.from({ length: 20 }, one))).not.toContain(false);
    expect(await jobStatusOf(id)).toEqual({ ...running, endedAt: 20 });
  });

  test.each(races)("%s", async (_what, from, first, meanwhile, to) => {
    const id = await lay();
    await changeJobStatus(id, () => from);
    const stored = await store();
    const get = stored.get.bind(stored);
    let between: Step | undefined = meanwhile;
    const raced = vi.spyOn(stored, "get").mockImplementation(async (key) => {
      const value = await get(key);
      if (key !== `job-state:${id}` || !between) return value;
      const step = between;
      between = undefined;
      await step(id);
      return value;
    });
    await first(id).finally(() => raced.mockRestore());
    expect(between).toBeUndefined();
    const status = await jobStatusOf(id);
    if (to) expect(status).toMatchObject(to);
    else expect(status).toBeUndefined();
  });
});
