import type { ListContract } from "../../app/.server/backend/contract/list-contract";
import type { Reply } from "./backend-session";

/** How deep the list may be nested in the response: `data.result.items`. */
const MAX_DEPTH = 3;

export type ListKeys = Pick<ListContract, "listKey" | "totalKey">;

/** Finds where a response holds rows with an `id`, and their number. */
export function locateList(body: unknown): ListKeys | undefined {
  if (Array.isArray(body)) return { listKey: "", totalKey: "" };
  const listKey = keysOf(body, isList)[0]?.[0];
  return listKey === undefined ? undefined : { listKey, totalKey: totalKeyOf(body) };
}

const isList = (value: unknown) =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null && "id" in row);

/** Takes the largest of several numbers, because the others count the page. */
function totalKeyOf(body: unknown): string {
  const totals = keysOf(body, isTotal).toSorted(([, one], [, other]) => Number(other) - Number(one));
  return totals[0]?.[0] ?? "";
}

/** `totalElements`, `@odata.count` and json-server's `items`, but not `totalPages`. */
const isTotal = (value: unknown, key: string) =>
  /total|count|^items$/i.test(key) && !/pages?$/i.test(key) && /^\d{1,15}$/.test(String(value));

/** Whether a response leads on to further sellers, as with a cursor or a link. */
export function hasNextPage({ body, headers }: Pick<Reply, "body" | "headers">): boolean {
  const isNext = (value: unknown, key: string) => /next|cursor|continuation|hasMore/i.test(key) && Boolean(value);
  return /rel="?next/i.test(headers.get("Link") ?? "") || keysOf(body, isNext).length > 0;
}

/** Returns the paths to wanted values in an object, such as `data.items`, the shallowest first. */
function keysOf(body: unknown, isWanted: (value: unknown, key: string) => boolean, depth = 1): [string, unknown][] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const entries = Object.entries(body);
  const here = entries.filter(([key, value]) => isWanted(value, key));
  if (depth === MAX_DEPTH) return here;
  const deeper = entries.flatMap(([key, value]) =>
    keysOf(value, isWanted, depth + 1).map(([inner, found]): [string, unknown] => [`${key}.${inner}`, found]),
  );
  return [...here, ...deeper];
}
