import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { ItemOf, KindName, ParamsOf } from "./job-registry.server";
import { type Job, storeJob } from "./job-store.server";
import { superviseJobs } from "./supervisor.server";

type NewJob<Name extends KindName> = {
  kind: Name;
  params: ParamsOf<Name>;
  /** Taken one at a time, so that as many as needed never are in memory at once. */
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>;
  origin?: Job["origin"];
};

/** The job would have no items. */
export class NothingToDo extends Error {
  constructor() {
    super("A job needs something to do");
    this.name = "NothingToDo";
  }
}

/**
 * Starts a job in the name of a person: it works with their session until that ends, and goes on when they are
 * signed in again. It survives the browser and the server.
 * @returns its id, which `/sellers/jobs/{id}` shows.
 * @throws NothingToDo without items; RangeError for an item too large; OverBudget; StoreUnavailable; whatever `items` throws; with nothing started
 */
export async function startJob<Name extends KindName>(
  { session, by }: Pick<FranchiseeContext, "session" | "by">,
  { kind, params, items, origin }: NewJob<Name>,
): Promise<string> {
  const job = await storeJob({ kind, params, owner: by, origin, session: session.id }, items);
  if (!job) throw new NothingToDo();
  void superviseJobs();
  return job.id;
}
