import { withFrom } from "~/domain/list-link";

/** A job page's state in its URL: `from` is the list that the person came from, `still` keeps the page from reloading itself. */
export type JobView = { from: string | null; still: boolean };

/** Whether the page of a running job is to stay as it is until the person loads it again: `?refresh=off`. */
export function isStill(params: URLSearchParams): boolean {
  return params.get("refresh") === "off";
}

export function jobPath(id: string, { from, still }: JobView): string {
  return withFrom(`/sellers/jobs/${id}${still ? "?refresh=off" : ""}`, from);
}
