import { randomBytes } from "node:crypto";
import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { type RequestScope, requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { StoreUnavailable } from "~/.server/store/open-store";
import { sealedRecords } from "~/.server/store/sealed-records";
import { collator, isSameName } from "~/domain/collation";
import type { NamedView } from "~/keyboard/palette-data";
import { MAX_VIEWS, readViewQuery, type SavedView } from "./saved-views";

/** Views that their owner doesn't look at for this long are deleted; in seconds. */
const TTL = 400 * 24 * 60 * 60;
/** Looking at views restarts their TTL, at most this often. */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

const schema = z.object({
  /** When the record was last written. */
  keptAt: z.number(),
  views: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })),
  /** The id of the view that the navigation opens. */
  defaultId: z.string().optional(),
});
type StoredViews = z.infer<typeof schema>;
type StoredView = StoredViews["views"][number];

/** One record per person, under the hash of their subject. */
const viewLists = sealedRecords({ kind: "views", schema, ttl: TTL, id: /^[\w-]{43}$/ });

export class TooManyViews extends Error {}

export class ViewNameTaken extends Error {
  readonly by: { id: string; name: string };
  constructor({ id, name }: StoredView) {
    super("Another view has this name");
    this.by = { id, name };
  }
}

/** @throws StoreUnavailable */
export async function savedViews(sub: string): Promise<SavedView[]> {
  const { views, defaultId, keptAt } = await readOnce(sub);
  if (views.length > 0 && Date.now() - keptAt > RENEWAL_MS) await renew(sub);
  // A replica with another version of the app may have written queries that this one reads
  // differently.
  return views.map((view) => ({
    ...view,
    query: readViewQuery(view.query),
    ...(view.id === defaultId ? { isDefault: true as const } : {}),
  }));
}

/** A full store doesn't fail the page, which only reads; the next one tries again. */
async function renew(sub: string): Promise<void> {
  try {
    await change(sub, (views) => views);
  } catch (err) {
    if (!(err instanceof StoreUnavailable)) throw err;
    log().warn({ err }, "saved views couldn't be renewed");
  }
}

/** Returns "" without a default view. @throws StoreUnavailable */
export async function defaultViewQuery(sub: string): Promise<string> {
  const { views, defaultId } = await readOnce(sub);
  const view = views.find(({ id }) => id === defaultId);
  return view ? readViewQuery(view.query) : "";
}

/**
 * @param replacedId the view of the same name that the person agreed to lose
 * @throws ViewNameTaken when another view has the name, unless it has the same query; TooManyViews,
 * StoreUnavailable
 */
export async function saveView(sub: string, { name, query }: NamedView, replacedId?: string): Promise<void> {
  const cleanQuery = readViewQuery(query);
  await change(sub, (views) => {
    const namesake = views.find((view) => isSameName(view.name, name));
    if (namesake && namesake.id !== replacedId && readViewQuery(namesake.query) !== cleanQuery) {
      throw new ViewNameTaken(namesake);
    }
    const others = views.filter((view) => view !== namesake);
    if (others.length >= MAX_VIEWS) throw new TooManyViews();
    const id = namesake?.id ?? randomBytes(9).toString("base64url");
    return [...others, { id, name, query: cleanQuery }];
  });
}

/**
 * @returns whether the view still exists: another tab may have deleted it
 * @throws ViewNameTaken, StoreUnavailable
 */
export async function renameView(sub: string, id: string, name: string): Promise<boolean> {
  let exists = false;
  await change(sub, (views) => {
    exists = views.some((view) => view.id === id);
    if (!exists) return views;
    const namesake = views.find((view) => view.id !== id && isSameName(view.name, name));
    if (namesake) throw new ViewNameTaken(namesake);
    return views.map((view) => (view.id === id ? { ...view, name } : view));
  });
  return exists;
}

/** @returns undefined when another tab has deleted the view. @throws StoreUnavailable */
export async function chooseDefaultView(sub: string, id: string | undefined): Promise<SavedView | undefined> {
  await change(sub, (views) => views, id ?? "");
  return (await savedViews(sub)).find((view) => view.isDefault && view.id === id);
}

/** @returns undefined when another tab was faster. @throws StoreUnavailable */
export async function deleteView(sub: string, id: string): Promise<SavedView | undefined> {
  let deleted: SavedView | undefined;
  await change(sub, (views) => {
    deleted = views.find((view) => view.id === id);
    return views.filter((view) => view !== deleted);
  });
  return deleted;
}

/** Deletes all views of a person. @throws StoreUnavailable */
export async function dropViews(sub: string): Promise<void> {
  await viewLists.delete(hashed(sub));
}

const noViews = (): StoredViews => ({ keptAt: Date.now(), views: [] });

/** The list's page needs the views twice, for its navigation and for itself. */
const readsOfRequest = new WeakMap<RequestScope, { sub: string; views: Promise<StoredViews> }>();

function readOnce(sub: string): Promise<StoredViews> {
  const scope = requestScope();
  const cached = readsOfRequest.get(scope);
  if (cached?.sub === sub) return cached.views;
  const views = viewLists.find(hashed(sub)).then((stored) => stored ?? noViews());
  readsOfRequest.set(scope, { sub, views });
  return views;
}

/**
 * Changes a person's views; `edit` is called again when another tab was faster.
 * @param newDefaultId the id of the default view from now on, "" for none; without it, or with an
 * unknown id, the default stays
 */
async function change(sub: string, edit: (views: StoredView[]) => StoredView[], newDefaultId?: string): Promise<void> {
  await viewLists.change(hashed(sub), (now) => {
    const before = now ?? noViews();
    const views = edit(before.views).toSorted((a, b) => collator.compare(a.name, b.name));
    const isKnown = newDefaultId === "" || views.some(({ id }) => id === newDefaultId);
    const defaultId = (isKnown ? newDefaultId : before.defaultId) || undefined;
    return { keptAt: Date.now(), views, defaultId };
  });
  readsOfRequest.delete(requestScope());
}
