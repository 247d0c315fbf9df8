import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type RequestScope, requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { hashed } from "~/.server/store/hashed";
import { LockBusy, withLock } from "~/.server/store/lock";
import { StoreUnavailable } from "~/.server/store/open-store";
import { sealedRecords } from "~/.server/store/sealed-records";
import { collator, isSameName } from "~/domain/collation";
import type { NamedView } from "~/domain/named-view";
import { MAX_VIEWS, readViewQuery, type SavedView } from "./saved-view";

/** Views that nobody looks at for so long are forgotten; in seconds. */
const TTL = 400 * 24 * 60 * 60;
/** How old they may get before looking at them counts as a reason to go on remembering them. */
const RENEWED_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

/** All of one person's, under the hash of their subject: nobody has more than one such record. */
const viewLists = sealedRecords({
  kind: "views",
  schema: z.object({
    /** When it was last written; named so in stores that there are. */
    keptAt: z.number(),
    views: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })),
    /** The id of the one that the navigation opens. */
    defaultId: z.string().optional(),
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
  const { views, defaultId, keptAt } = await read(sub);
  if (views.length > 0 && Date.now() - keptAt > RENEWED_AFTER_MS) await renew(sub);
  // Another release may have written queries that this one reads differently.
  return views.map((view) => ({
    ...view,
    query: readViewQuery(view.query),
    ...(view.id === defaultId ? { isDefault: true as const } : {}),
  }));
}

/** So that they aren't forgotten; a store that is full or busy is asked again at the next look, because this one only reads. */
async function renew(sub: string): Promise<void> {
  try {
    await change(sub, (same) => same);
  } catch (err) {
    if (!(err instanceof StoreUnavailable || err instanceof LockBusy)) throw err;
    log().warn({ err }, "saved views couldn't be renewed");
  }
}

/** The query that the navigation opens the list with; "" without a view for it. @throws StoreUnavailable */
export async function defaultViewQuery(sub: string): Promise<string> {
  const { views, defaultId } = await read(sub);
  const view = defaultId === undefined ? undefined : views.find(({ id }) => id === defaultId);
  return view ? readViewQuery(view.query) : "";
}

/** Another view has the name already. */
export class ViewNameTaken extends Error {
  readonly by: { id: string; name: string };
  constructor({ id, name }: StoredView) {
    super("Another view has this name");
    this.name = "ViewNameTaken";
    this.by = { id, name };
  }
}

/**
 * Saves a view.
 * @param replaces the id of the one with the same name that the person agreed to lose
 * @throws ViewNameTaken when another one has the name, unless it shows the same; TooManyViews, LockBusy, StoreUnavailable
 */
export async function saveView(sub: string, { name, query }: NamedView, replaces?: string): Promise<void> {
  const kept = readViewQuery(query);
  await change(sub, (views) => {
    const before = views.find((view) => isSameName(view.name, name));
    if (before && before.id !== replaces && readViewQuery(before.query) !== kept) throw new ViewNameTaken(before);
    const others = views.filter((view) => view !== before);
    if (others.length >= MAX_VIEWS) throw new TooManyViews();
    const id = before?.id ?? randomBytes(9).toString("base64url");
    return [...others, { id, name, query: kept }];
  });
}

/**
 * Gives a view another name.
 * @returns whether it is there: another tab may have deleted it
 * @throws ViewNameTaken, LockBusy, StoreUnavailable
 */
export async function renameView(sub: string, id: string, name: string): Promise<boolean> {
  let there = false;
  await change(sub, (views) => {
    there = views.some((view) => view.id === id);
    if (!there) return views;
    const other = views.find((view) => view.id !== id && isSameName(view.name, name));
    if (other) throw new ViewNameTaken(other);
    return views.map((view) => (view.id === id ? { ...view, name } : view));
  });
  return there;
}

/**
 * Has the navigation open the list with a view, or with none; as before where there is no such view: another tab may have deleted it.
 * @returns the view, or undefined when there is none such
 * @throws LockBusy, StoreUnavailable
 */
export async function chooseDefaultView(sub: string, id: string | undefined): Promise<SavedView | undefined> {
  await change(sub, (same) => same, id ?? "");
  return (await savedViews(sub)).find((view) => view.isDefault && view.id === id);
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

/** All of a person's at once. @throws StoreUnavailable */
export async function dropViews(sub: string): Promise<void> {
  await viewLists.delete(hashed(sub));
}

type StoredView = Omit<SavedView, "isDefault">;

type StoredViews = { keptAt: number; views: StoredView[]; defaultId?: string };

async function stored(sub: string): Promise<StoredViews> {
  return (await viewLists.find(hashed(sub))) ?? { keptAt: Date.now(), views: [] };
}

/** What a request has read: the list's page asks for its navigation and for itself. */
const readFor = new WeakMap<RequestScope, { sub: string; views: Promise<StoredViews> }>();

function read(sub: string): Promise<StoredViews> {
  const scope = requestScope();
  const before = readFor.get(scope);
  if (before?.sub === sub) return before.views;
  const views = stored(sub);
  readFor.set(scope, { sub, views });
  return views;
}

/**
 * One change after the other, whatever the tab, the process or the machine.
 * @param chosen the id of the default view from now on, "" for none; the same as before when left out, or of no view
 */
async function change(sub: string, to: (views: StoredView[]) => StoredView[], chosen?: string): Promise<void> {
  const id = hashed(sub);
  await withLock(`views:${id}`, { leaseMs: 10_000, waitMs: 5_000 }, async () => {
    const before = await stored(sub);
    const views = to(before.views).toSorted((a, b) => collator.compare(a.name, b.name));
    const isThere = chosen === "" || views.some(({ id }) => id === chosen);
    const defaultId = (isThere ? chosen : before.defaultId) || undefined;
    await viewLists.put(id, { keptAt: Date.now(), views, defaultId });
  });
  readFor.delete(requestScope());
}
