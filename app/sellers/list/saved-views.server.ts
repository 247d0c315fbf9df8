import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { withLock } from "~/.server/store/lock";
import { store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import { collator, isSameName } from "~/sellers/collation";
import { MAX_VIEWS, readViewQuery, type SavedView } from "./saved-view";

const PURPOSE = "saved views";
/** Views that nobody looks at for so long are forgotten. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;
/** How old they may get before looking at them counts as a reason to keep them. */
const RENEWED_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

const schema = z.object({
  keptAt: z.number(),
  views: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })),
});

/** More than MAX_VIEWS. */
export class TooManyViews extends Error {
  constructor() {
    super(`One person keeps ${MAX_VIEWS} views at most`);
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
 * Keeps a view; one with the same name gives way to it.
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

function keyOf(sub: string): string {
  return `views:${createHash("sha256").update(sub).digest("base64url")}`;
}

async function read(sub: string): Promise<z.infer<typeof schema>> {
  const sealed = await (await store()).get(keyOf(sub));
  const kept = sealed === undefined ? undefined : await unseal(sealed, { purpose: PURPOSE, schema });
  return kept ?? { keptAt: Date.now(), views: [] };
}

/** One change after the other, whatever the tab, the process or the machine. */
async function change(sub: string, to: (views: SavedView[]) => SavedView[]): Promise<void> {
  await withLock(keyOf(sub), { leaseMs: 10_000, waitMs: 5_000 }, async () => {
    const views = to((await read(sub)).views);
    const sealed = await seal({ keptAt: Date.now(), views }, { purpose: PURPOSE });
    await (await store()).put(keyOf(sub), sealed, KEPT_SECONDS);
  });
}
