import { withFrom } from "~/sellers/list-link";

/** How a person wants a job's page: the list that they came from, and whether it is to load itself again where no script does. */
export type JobView = { from: string | null; still: boolean };

/** Whether the page of a running job is to stay as it is until the person loads it again: `?refresh=off`. */
export function isStill(params: URLSearchParams): boolean {
  return params.get("refresh") === "off";
}

export function jobPath(id: string, { from, still }: JobView): string {
  return withFrom(`/sellers/jobs/${id}${still ? "?refresh=off" : ""}`, from);
}
