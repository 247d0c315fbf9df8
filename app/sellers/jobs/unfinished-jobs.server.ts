import { hashed } from "~/.server/store/hashed";
import { store, wholeLog } from "~/.server/store/open-store";
import { JOB_TTL } from "./job-state.server";
import type { Job } from "./job-store.server";

/*
 * The index of the jobs that aren't over: an entry in a log, with the job's id and its owner's hash, until it is. So a
 * job is found however many were started, and ended, since.
 */

const INDEX = "unfinished-jobs";
/** Until this index, all jobs of everybody stood here, those that were over among them. */
const FORMER_INDEX = "jobs";

export type Unfinished = {
  id: string;
  /** Tells people apart, and nothing else about them. */
  owner: string;
  /** When it was first listed, in ms since the epoch. */
  listedAt: number;
  /** Of the index itself; a job may have several if two processes listed it at once. */
  entries: string[];
};

/** From now on any process may work on it. @throws StoreUnavailable */
export async function listUnfinished({ id, owner }: Pick<Job, "id" | "owner">): Promise<void> {
  await (await store()).append(INDEX, `${id} ${hashed(owner.sub)}`, JOB_TTL);
}

/** All of them, the oldest first. @throws StoreUnavailable */
export async function unfinishedJobs(): Promise<Unfinished[]> {
  const found = new Map<string, Unfinished>();
  for await (const { id: entry, at: listedAt, value } of wholeLog(INDEX)) {
    const [id = "", owner = ""] = value.split(" ");
    const known = found.get(id);
    // Read from the newest back: a job stands where it was first listed.
    found.delete(id);
    found.set(id, { id, owner, listedAt, entries: [...(known?.entries ?? []), entry] });
  }
  return [...found.values()].reverse();
}

/** Takes a job that is over, or never came to be, out of the index. @throws StoreUnavailable */
export async function unlist({ entries }: Unfinished): Promise<void> {
  const index = await store();
  for (const entry of entries) await index.removeFromLog(INDEX, entry);
}

/**
 * Reads what processes of an earlier release have listed since the last time, to the end the first time.
 * @param since ms since the epoch, as it was returned before
 * @returns the ids of jobs, over or not, and the moment up to which all have been read
 * @throws StoreUnavailable
 */
export async function formerlyListed(since: number): Promise<{ ids: string[]; until: number }> {
  const ids: string[] = [];
  let until = since;
  for await (const { value, at } of wholeLog(FORMER_INDEX, since)) {
    ids.push(value);
    until = Math.max(until, at);
  }
  return { ids: ids.reverse(), until };
}
