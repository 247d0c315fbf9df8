import { optional } from "~/.server/backend/optional";
import { assertRoom, bestEffortWrite, type Db, database, inTransaction, type Tx } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { uniqueToken } from "~/.server/tokens";
import { collator } from "~/domain/seller-index";
import { normalizeViewQuery, type SavedView } from "./saved-views";

export const MAX_VIEWS = 20;
/** Views are deleted if their owner doesn't load them for this long. */
const LIFE_MS = 400 * 86_400_000;
/** Loading views extends their life, at most once in 30 days. */
const RENEWAL_MS = 30 * 86_400_000;

export class TooManyViews extends Error {}

export class ViewNameTaken extends Error {
  readonly namesake: { id: string; name: string };
  constructor({ id, name }: Row<"saved_views">) {
    super("Another view has this name");
    this.namesake = { id, name };
  }
}

export async function savedViews(sub: string): Promise<SavedView[]> {
  const rows = await viewsOf(await database(), sub).execute();
  // A failed renewal must not fail the page; the next page retries it.
  const isToRenew = rows.some(({ expires_at }) => expires_at < Date.now() + LIFE_MS - RENEWAL_MS);
  if (isToRenew) await optional(bestEffortWrite((db) => renew(db, sub)));
  return rows.map(toView).toSorted((a, b) => collator.compare(a.name, b.name));
}

/** `normalizeViewQuery` repairs a query that another version of the app has stored. */
function toView({ id, name, query, is_default }: Row<"saved_views">): SavedView {
  return { id, name, query: normalizeViewQuery(query), ...(is_default ? { isDefault: true } : {}) };
}

async function renew(db: Db, sub: string): Promise<void> {
  const update = db.updateTable("saved_views").set({ expires_at: Date.now() + LIFE_MS });
  await update.where("sub", "=", sub).where("expires_at", ">", Date.now()).execute();
}

export async function defaultViewQuery(sub: string): Promise<string> {
  const view = await viewsOf(await database(), sub)
    .where("is_default", "=", 1)
    .executeTakeFirst();
  return view ? normalizeViewQuery(view.query) : "";
}

/**
 * @param replacedId the view with the same name, if the person has agreed to replace it
 * @throws ViewNameTaken, TooManyViews
 */
export async function saveView(
  sub: string,
  { name, query, isDefault = false }: Omit<SavedView, "id">,
  replacedId?: string,
): Promise<void> {
  const change = { name, query: normalizeViewQuery(query), expires_at: Date.now() + LIFE_MS };
  const id = uniqueToken();
  await assertRoom();
  await inTransaction(async (tx) => {
    await deleteEnded(tx, sub);
    // A restored view isn't the default again if the person has chosen another since its deletion.
    const defaultViews = await viewsOf(tx, sub).where("is_default", "=", 1).execute();
    const is_default = isDefault && defaultViews.length === 0 ? 1 : 0;
    const added = await tx
      .insertInto("saved_views")
      .values({ id, sub, folded_name: foldedName(name), is_default, ...change })
      .onConflict((conflict) => conflict.columns(["sub", "folded_name"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) {
      if ((await viewsOf(tx, sub).execute()).length > MAX_VIEWS) throw new TooManyViews();
      return;
    }
    const namesake = await viewsOf(tx, sub).where("folded_name", "=", foldedName(name)).executeTakeFirstOrThrow();
    const isSame = normalizeViewQuery(namesake.query) === change.query;
    if (!isSame && namesake.id !== replacedId) throw new ViewNameTaken(namesake);
    await tx.updateTable("saved_views").set(change).where("id", "=", namesake.id).execute();
  });
}

/** @returns false if another tab has deleted the view. @throws ViewNameTaken */
export async function renameView(sub: string, id: string, name: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    await deleteEnded(tx, sub);
    const views = await viewsOf(tx, sub).execute();
    if (!views.some((view) => view.id === id)) return false;
    const folded_name = foldedName(name);
    const namesake = views.find((view) => view.id !== id && view.folded_name === folded_name);
    if (namesake) throw new ViewNameTaken(namesake);
    await tx.updateTable("saved_views").set({ name, folded_name }).where("id", "=", id).execute();
    return true;
  });
}

export async function chooseDefaultView(sub: string, id: string): Promise<SavedView | undefined> {
  return inTransaction(async (tx) => {
    const view = await viewsOf(tx, sub).where("id", "=", id).executeTakeFirst();
    if (!view) return undefined;
    await clearDefaultView(sub, tx);
    await tx.updateTable("saved_views").set({ is_default: 1 }).where("id", "=", id).execute();
    return toView({ ...view, is_default: 1 });
  });
}

export async function clearDefaultView(sub: string, tx?: Tx): Promise<void> {
  await (tx ?? (await database())).updateTable("saved_views").set({ is_default: 0 }).where("sub", "=", sub).execute();
}

export async function deleteView(sub: string, id: string): Promise<SavedView | undefined> {
  const deletion = (await database()).deleteFrom("saved_views").where("id", "=", id).where("sub", "=", sub);
  const deleted = await deletion.returningAll().executeTakeFirst();
  return deleted && toView(deleted);
}

/** „Łódź” and „łódź” are the same name, „Lodz” is another. */
const foldedName = (name: string) => name.toLowerCase();

const viewsOf = (db: Db, sub: string) =>
  db.selectFrom("saved_views").selectAll().where("sub", "=", sub).where("expires_at", ">", Date.now());

/** Frees the names of ended views, which the sweep hasn't deleted yet. */
async function deleteEnded(tx: Tx, sub: string): Promise<void> {
  await tx.deleteFrom("saved_views").where("sub", "=", sub).where("expires_at", "<=", Date.now()).execute();
}
