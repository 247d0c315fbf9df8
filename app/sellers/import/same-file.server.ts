import { isOver } from "~/sellers/jobs/job";
import { jobStatusOf } from "~/sellers/jobs/job-state.server";
import { jobsOf } from "~/sellers/jobs/job-store.server";
import { importParams } from "~/sellers/jobs/seller-import.server";
import type { Plan } from "./plan-store.server";

/** Of a person's jobs, as many of the latest are looked at. */
const LATEST = 20;

/** SHA-256 of a file, by a thread of Node's own. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64url");
}

/**
 * A job of this person that saves the very same file and ended, if it did, only after the check of this one began, which so doesn't know
 * what it has added: somebody who was impatient, or has two tabs, sends a file twice. A job that saves the plan itself is no other one.
 * @param own the plan's id
 * @returns the job's id
 * @throws StoreUnavailable
 */
export async function jobOfSameFile(own: string, { sub, digest, checkedAt = 0 }: Plan): Promise<string | undefined> {
  if (!digest) return undefined;
  for (const { id, kind, params } of await jobsOf(sub, LATEST)) {
    const given = kind === "seller-import" ? importParams.safeParse(params).data : undefined;
    if (given?.digest !== digest || given.plan === own) continue;
    const status = await jobStatusOf(id);
    if (status && (!isOver(status.state) || (status.endedAt ?? 0) >= checkedAt)) return id;
  }
  return undefined;
}
