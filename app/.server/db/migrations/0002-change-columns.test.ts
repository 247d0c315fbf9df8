import { expect, inject, test } from "vitest";
import { giveFolder } from "../../../../test/support/own-folder";
import { createDatabase } from "../../../../test/support/postgres";
import { openDatabase } from "../database";
import { firstTables } from "./0001-first";
import { changeColumns } from "./0002-change-columns";

const folder = giveFolder();
const before = { displayName: "Żółta Łódź", email: "lodz@example.pl", mpk: "7", accountEnabled: true };
const facts = { seller_name: "Łódź", outcome: "done", request_id: "r", is_answer_lost: 0, is_undone_partly: 0 };
const changes = [
  { id: "update", author: "Anna Łęcka", before, after: { ...before, mpk: "8" } },
  { id: "create", author: null, before: undefined, after: before },
  { id: "note", author: "Jan", before, after: before, note_after: "Dzwonić po 10" },
];

test.each(["sqlite", "postgres"])("Stored changes get the columns of the filters on %s", async (engine) => {
  const url = engine === "sqlite" ? `file:${folder}/x.db` : await createDatabase(inject("postgresPort"));
  const opened = await openDatabase(url, { warn: () => undefined });
  await firstTables(opened.engine).up(opened.db as never);
  const rows = changes.map((change, at) => ({
    ...facts,
    ...change,
    ...{
      at,
      sub: "anna",
      action: "update",
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    },
  }));
  for (const row of rows)
    await opened.db
      .insertInto("changes")
      .values(row as never)
      .execute();
  await changeColumns.up(opened.db);
  const filled = opened.db.selectFrom("changes").select(["folded_author", "folded_seller_names", "changed_fields"]);
  expect(await filled.orderBy("at").execute()).toEqual([
    { folded_author: "anna lecka", folded_seller_names: "zolta lodz\nlodz", changed_fields: ",mpk," },
    { folded_author: "", folded_seller_names: "\nlodz", changed_fields: ",," },
    { folded_author: "jan", folded_seller_names: "zolta lodz\nlodz", changed_fields: ",note," },
  ]);
  await opened.db.destroy();
});
