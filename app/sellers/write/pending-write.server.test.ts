import { expect, test } from "vitest";
import { jobLease, Lease } from "~/.server/db/lease";
import type { HistoryEntry } from "~/domain/history-entry";
import { entryOf } from "../../../test/support/entries";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { activeJobs, markInFlight } from "./pending-write.server";

giveOwnDatabase();

const now = Date.now();
const entry = (more: Partial<HistoryEntry>) => entryOf("e", { at: now, outcome: "unknown", ...more });

test.each<[string, Partial<HistoryEntry>, HistoryEntry["outcome"]]>([
  ["of a person that was just sent is in flight", {}, "inFlight"],
  ["of a person that is too old is unknown: its process died", { at: now - 61_000 }, "unknown"],
  ["of a clock that was a day ahead is unknown", { at: now + 86_400_000 }, "unknown"],
  ["whose response was lost is unknown", { answerLost: true }, "unknown"],
  ["that has ended keeps its outcome", { outcome: "done" }, "done"],
  ["of a job that a process works on is in flight, however old", { jobId: "active", at: 0 }, "inFlight"],
  ["of a job that no process works on is unknown", { jobId: "paused" }, "unknown"],
  ["of a running job's item without a response is unknown", { jobId: "active", answerLost: true }, "unknown"],
])("A write %s", (_which, more, outcome) => {
  expect(markInFlight(entry(more), new Set(["active"])).outcome).toBe(outcome);
});

test("A job is active while a process holds its lease", async () => {
  const lease = await Lease.take(jobLease("held"), 60_000);
  const entries = [entry({ jobId: "held" }), entry({ jobId: "free" }), entry({})];
  expect(await activeJobs(entries)).toEqual(new Set(["held"]));
  await lease?.release();
  expect(await activeJobs(entries)).toEqual(new Set());
});
