import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashed } from "~/.server/store/hashed";
import { withLock } from "~/.server/store/lock";
import { sealedRecords } from "~/.server/store/sealed-records";
import { collator, isSameName } from "~/sellers/collation";
import { MAX_VIEWS, readViewQuery, type SavedView } from "./saved-view";

/** Views that nobody looks at for so long are forgotten; in seconds. */
const TTL = 400 * 24 * 60 * 60;
/** How old they may get before looking at them counts as a reason to go on remembering them. */
const RENEWED_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** All of one person's, under the hash of their subject: nobody has more than one such record. */
const viewLists = sealedRecords({
  kind: "views",
  purpose: "saved views",
  schema: z.object({
    /** When it was last written; named so in stores that there are. */
    keptAt: z.number(),
    views: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })),
  }),
  ttl: TTL,
  id: /^[\w-]{43}$/,
});

/** More than MAX_VIEWS. */
export class TooManyViews extends Error {
  constructor() {
    super(`One person has ${MAX_VIEWS} views at most`);
    this.name = "TooManyViews";
  }
}

/**
 * A person's own views of the list, by name.
 * @throws StoreUnavailable
 */
export async function savedViews(sub: string): Promise<SavedView[]> {
  const { views, keptAt } = await read(sub);
  if (views.length > 0 && Date.now() - keptAt > RENEWED_AFTER_MS) await change(sub, (same) => same);
  // Another release may have written queries that this one reads differently.
  return views.map((view) => ({ ...view, query: readViewQuery(view.query) }));
}

/**
 * Saves a view; one with the same name gives way to it.
 * @throws TooManyViews, LockBusy, StoreUnavailable
 */
export async function saveView(sub: string, { name, query }: Omit<SavedView, "id">): Promise<void> {
  await change(sub, (views) => {
    const others = views.filter((view) => !isSameName(view.name, name));
    if (others.length >= MAX_VIEWS) throw new TooManyViews();
    const view = { id: randomBytes(9).toString("base64url"), name, query: readViewQuery(query) };
    return [...others, view].sort((a, b) => collator.compare(a.name, b.name));
  });
}

/**
 * @returns the view that is no more, or undefined when there was none
 * @throws LockBusy, StoreUnavailable
 */
export async function deleteView(sub: string, id: string): Promise<SavedView | undefined> {
  let deleted: SavedView | undefined;
  await change(sub, (views) => {
    deleted = views.find((view) => view.id === id);
    return views.filter((view) => view !== deleted);
  });
  return deleted;
}

async function read(sub: string) {
  return (await viewLists.find(hashed(sub))) ?? { keptAt: Date.now(), views: [] };
}

/** One change after the other, whatever the tab, the process or the machine. */
async function change(sub: string, to: (views: SavedView[]) => SavedView[]): Promise<void> {
  const id = hashed(sub);
  await withLock(`views:${id}`, { leaseMs: 10_000, waitMs: 5_000 }, async () => {
    await viewLists.put(id, { keptAt: Date.now(), views: to((await read(sub)).views) });
  });
}
