import { z } from "zod";
import { MAX_ID_LENGTH } from "~/.server/backend/backend-call";
import { ownedRecords } from "~/.server/store/sealed-records";
import { MAX_SELECTED } from "./selection";

/** A working day, in seconds. */
const TTL = 12 * 60 * 60;
/** Of the ids together as JSON, in bytes: ten times what a thousand UUIDs take. */
const MAX_BYTES = 400_000;

const selections = ownedRecords({
  kind: "selection",
  schema: z.object({ sub: z.string(), ids: z.array(z.string()), filter: z.string() }),
  ttl: TTL,
  ownerOf: ({ sub }) => sub,
  // Each page of the list that is left with rows ticked makes one; only the last one is of use.
  bounds: { records: 20, bytes: 2 * 1024 * 1024 },
});

/** Rows that were ticked on a list with that filter (`filterText`); on the one that is shown when it isn't said. */
export type StoredSelection = { ids: string[]; filter?: string };

type Kept = {
  /** What the list's URL says as `selection=`; absent when nothing is ticked. */
  name?: string;
  /** How many rows it holds. */
  count: number;
  leftOut: number;
};

/**
 * Stores ticked rows for a browser that can't by itself, so that they are still ticked on the list's other pages.
 * A person's oldest selections give way to new ones.
 * @param ids as they were posted; those beyond MAX_SELECTED or MAX_BYTES are left out
 * @throws StoreUnavailable
 */
export async function storeSelection(sub: string, { ids, filter = "" }: StoredSelection): Promise<Kept> {
  const asked = [...new Set(ids)].filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);
  const stored: string[] = [];
  let bytes = 0;
  for (const id of asked) {
    bytes += Buffer.byteLength(JSON.stringify(id)) + 1;
    if (stored.length === MAX_SELECTED || bytes > MAX_BYTES) break;
    stored.push(id);
  }
  const leftOut = asked.length - stored.length;
  if (stored.length === 0) return { count: 0, leftOut };
  const name = selections.newId();
  await selections.put(name, { sub, ids: stored, filter });
  return { name, count: stored.length, leftOut };
}

/**
 * @param name as it came in a URL
 * @returns nothing when it is another person's, or too old
 * @throws StoreUnavailable
 */
export async function findSelection(sub: string, name: string): Promise<StoredSelection> {
  const { ids = [], filter } = (await selections.findOwn(name, sub)) ?? {};
  return { ids, filter };
}

/** All of a person's, by their names. @throws StoreUnavailable */
export function selectionsOf(sub: string): Promise<Map<string, { ids: string[] }>> {
  return selections.allOf(sub);
}

/** @throws StoreUnavailable */
export function dropSelection(name: string): Promise<void> {
  return selections.delete(name);
}
