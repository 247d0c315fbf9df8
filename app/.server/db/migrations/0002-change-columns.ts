import type { Kysely } from "kysely";
import { changedFields } from "~/domain/merge-changes";
import { fold } from "~/domain/search";
import type { SellerChange } from "~/domain/seller";
import type { Row, Schema } from "../schema";

const STEP = 500;

/** The history's filters read these columns of `changes` instead of the table `change_words`. */
export const changeColumns = {
  async up(db: Kysely<Schema>): Promise<void> {
    for (const column of ["folded_author", "folded_seller_names", "changed_fields"]) {
      const change = db.schema.alterTable("changes");
      await change.addColumn(column, "text", (built) => built.notNull().defaultTo("")).execute();
    }
    await fillColumns(db);
    await db.schema.dropTable("change_words").execute();
    // No query uses these indexes: the filter by action reads the newest changes one by one.
    for (const index of ["changes_by_action", "changes_undoing"]) await db.schema.dropIndex(index).execute();
  },
};

async function fillColumns(db: Kysely<Schema>): Promise<void> {
  for (let last = { at: 0, id: "" }; ; ) {
    const rows = await db
      .selectFrom("changes")
      .select(["id", "at", "author", "seller_name", "before", "after", "note_after"])
      .where((eb) => eb(eb.refTuple("at", "id"), ">", eb.tuple(last.at, last.id)))
      .orderBy("at")
      .orderBy("id")
      .limit(STEP)
      .execute();
    for (const row of rows) {
      await db.updateTable("changes").set(columnsOf(row)).where("id", "=", row.id).execute();
    }
    const newest = rows.at(-1);
    if (!newest) return;
    last = newest;
  }
}

type Change = Pick<Row<"changes">, "author" | "seller_name" | "before" | "after" | "note_after">;

function columnsOf({ author, seller_name, before, after, note_after }: Change) {
  const parse = (text: string) => JSON.parse(text) as SellerChange;
  const valuesBefore = before === null ? undefined : parse(before);
  const changed = valuesBefore ? changedFields(valuesBefore, parse(after)) : [];
  return {
    folded_author: fold(author ?? ""),
    folded_seller_names: fold(`${valuesBefore?.displayName ?? ""}\n${seller_name}`),
    changed_fields: `,${(note_after === null ? changed : ["note"]).join(",")},`,
  };
}
