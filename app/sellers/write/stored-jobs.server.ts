import { database } from "~/.server/db/database";

export type StoredJobs = Record<string, { isOver: boolean }>;

/** Those of these jobs that are this person's and still stored. @throws DatabaseUnavailable */
export async function storedJobs(sub: string, ids: readonly string[]): Promise<StoredJobs> {
  if (ids.length === 0) return {};
  const jobs = (await database()).selectFrom("jobs").select(["id", "state"]).where("id", "in", ids);
  const stored = await jobs.where("sub", "=", sub).where("expires_at", ">", Date.now()).execute();
  return Object.fromEntries(
    stored.map(({ id, state }) => [id, { isOver: state === "finished" || state === "stopped" }]),
  );
}
