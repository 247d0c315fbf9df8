import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { ItemOf, KindName, ParamsOf } from "./job-kinds.server";
import { jobQueue } from "./job-queue.server";
import { type NewJob, storeJob } from "./job-store.server";

type JobToStart<Name extends KindName> = {
  kind: Name;
  params: ParamsOf<Name>;
  /** Items are read one by one, so that a hundred thousand are never in memory at once. */
  items: AsyncIterable<ItemOf<Name>> | Iterable<ItemOf<Name>>;
  origin?: NewJob["origin"];
};

export class NothingToDo extends Error {
  constructor() {
    super("A job needs at least one item");
    this.name = "NothingToDo";
  }
}

/** @returns the job's id. @throws NothingToDo; what `storeJob` throws */
export async function startJob<Name extends KindName>(
  { session, by }: Pick<FranchiseeContext, "session" | "by">,
  { items, ...job }: JobToStart<Name>,
): Promise<string> {
  const id = await storeJob({ ...job, owner: by, session: session.key }, items);
  if (!id) throw new NothingToDo();
  void jobQueue.wake();
  return id;
}
