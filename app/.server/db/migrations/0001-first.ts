import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Engine } from "../engine";

export function firstTables(engine: Engine) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const table = (name: string) => db.schema.createTable(name);
      const index = (name: string, on: string) => db.schema.createIndex(name).on(on);

      await table("sessions")
        .$call(texts(["key", "issuer", "iss", "sub", "sealed_tokens"], { primary: "key" }))
        .$call(optionalTexts(["directory_id", "sid", "name", "email", "scope", "profile"]))
        .$call(numbers(["started_at", "idle_ends_at", "ends_at", "expires_at"]))
        .addColumn("token_expires_at", "bigint")
        .addColumn("token_lifetime_seconds", "bigint")
        .addColumn("is_franchisee", "bigint")
        .addColumn("profile_until", "bigint")
        .execute();
      await index("sessions_by_sub", "sessions").columns(["sub", "started_at"]).execute();
      await index("sessions_by_sid", "sessions").column("sid").execute();
      await index("sessions_by_end", "sessions").column("expires_at").execute();
      await index("sessions_by_idle_end", "sessions").column("idle_ends_at").execute();

      await table("logout_tokens")
        .$call(texts(["jti"], { primary: "jti" }))
        .$call(numbers(["expires_at"]))
        .execute();
      await index("logout_tokens_by_end", "logout_tokens").column("expires_at").execute();

      await table("sign_ins")
        .$call(texts(["state", "browser", "sealed_verifier", "return_to"], { primary: "state" }))
        .$call(optionalTexts(["renews"]))
        .$call(numbers(["asks_consent", "is_reauth", "is_repeated", "is_used", "started_at", "expires_at"]))
        .execute();
      await index("sign_ins_by_end", "sign_ins").column("expires_at").execute();
      await index("sign_ins_by_start", "sign_ins").columns(["started_at", "state"]).execute();
      await index("sign_ins_by_browser", "sign_ins").columns(["browser", "is_used"]).execute();

      await table("drafts")
        .$call(texts(["id", "sub", "path"], { primary: "id" }))
        .$call(optionalTexts(["sealed_form", "saved_at"])) // Not a time: the saved record's path.
        .$call(numbers(["created_at", "expires_at"]))
        .execute();
      await index("drafts_by_sub", "drafts").columns(["sub", "created_at"]).execute();
      await index("drafts_by_end", "drafts").column("expires_at").execute();

      await table("submissions")
        .$call(texts(["key", "digest", "state"], { primary: "key" }))
        .$call(optionalTexts(["result", "change_id"]))
        .$call(numbers(["expires_at"]))
        .execute();
      await index("submissions_by_end", "submissions").column("expires_at").execute();

      await table("leases")
        .$call(texts(["name", "holder"], { primary: "name" }))
        .$call(numbers(["until"]))
        .execute();
      await index("leases_by_end", "leases").column("until").execute();

      await table("selections")
        .$call(texts(["id", "sub", "filter", "ids"], { primary: "id" }))
        .$call(numbers(["is_all", "created_at", "expires_at"]))
        .execute();
      await index("selections_by_sub", "selections").columns(["sub", "created_at"]).execute();
      await index("selections_by_end", "selections").column("expires_at").execute();

      await table("saved_views")
        .$call(texts(["id", "sub", "name", "folded_name", "query"], { primary: "id" }))
        .$call(numbers(["is_default", "expires_at"]))
        .addUniqueConstraint("saved_views_by_name", ["sub", "folded_name"])
        .execute();
      await index("saved_views_by_end", "saved_views").column("expires_at").execute();

      await table("notes")
        .$call(texts(["seller_id", "text", "version"], { primary: "seller_id" }))
        .$call(numbers(["at"]))
        .execute();
      await index("notes_by_at", "notes").column("at").execute();

      await table("changes")
        .$call(texts(["id", "sub", "seller_name", "action", "outcome", "request_id", "after"], { primary: "id" }))
        .$call(optionalTexts(["author", "seller_id", "job_id", "before", "note_before", "note_after", "reason"]))
        .$call(optionalTexts(["undoes", "undone_by"]))
        .$call(numbers(["at", "is_answer_lost", "is_undone_partly"]))
        .$call(optionalNumbers(["switched_to"]))
        .execute();
      await index("changes_by_at", "changes").columns(["at", "id"]).unique().execute();
      await index("changes_by_seller", "changes").columns(["seller_id", "at", "id"]).execute();
      await index("changes_by_sub", "changes").columns(["sub", "at", "id"]).execute();
      await index("changes_by_action", "changes").columns(["action", "at", "id"]).execute();
      await index("changes_undoing", "changes")
        .columns(["at", "id"])
        .where(sql.ref("undoes"), "is not", null)
        .execute();
      await index("changes_switching", "changes")
        .columns(["seller_id", "at"])
        .where(sql.ref("switched_to"), "is not", null)
        .execute();
      await index("changes_without_seller", "changes")
        .column("seller_name")
        .where(sql.ref("seller_id"), "is", null)
        .execute();

      await table("change_words")
        .$call(numbers(["at"]))
        .$call(texts(["change_id", "visible_to"]))
        .addColumn("word", engine.bytewiseText, (column) => column.notNull())
        .addPrimaryKeyConstraint("change_words_key", ["at", "change_id", "visible_to", "word"])
        .addForeignKeyConstraint("change_words_change", ["at", "change_id"], "changes", ["at", "id"], (key) =>
          key.onDelete("cascade"),
        )
        .modifyEnd(engine.inKeyOrder)
        .execute();
      await index("change_words_by_word", "change_words").columns(["visible_to", "word", "at", "change_id"]).execute();

      await table("seller_dates")
        .$call(texts(["seller_id"], { primary: "seller_id" }))
        .$call(numbers(["at"]))
        .$call(optionalNumbers(["added", "changed", "disabled", "enabled"]))
        .execute();
      for (const date of ["added", "changed", "disabled", "at"]) {
        await index(`seller_dates_by_${date}`, "seller_dates").columns([date, "seller_id"]).execute();
      }

      await table("jobs")
        .$call(texts(["id", "sub", "kind", "params", "session", "state"], { primary: "id" }))
        .$call(optionalTexts(["owner_name", "origin_job", "origin_why", "awaited_system"]))
        .$call(numbers(["total", "is_stopping", "waits", "created_at", "expires_at"]))
        .addColumn("waits_until", "bigint")
        .addColumn("ended_at", "bigint")
        .execute();
      await index("jobs_by_sub", "jobs").columns(["sub", "created_at"]).execute();
      await index("jobs_by_state", "jobs").columns(["state", "created_at"]).execute();
      await index("jobs_by_end", "jobs").column("expires_at").execute();

      await table("job_items")
        .$call(texts(["job_id", "item", "result"]))
        .$call(numbers(["place", "is_added"]))
        .$call(optionalTexts(["reason", "detail", "seller_id", "name"]))
        .addPrimaryKeyConstraint("job_items_key", ["job_id", "place"])
        .execute();
      await index("job_items_by_result", "job_items").columns(["job_id", "result", "is_added", "place"]).execute();

      await table("imports")
        .$call(texts(["id", "sub", "file_name", "digest"], { primary: "id" }))
        .$call(optionalTexts(["findings", "corrections", "corrects"]))
        .$call(numbers(["checked_at", "expires_at"]))
        // The last column: SQLite would read through this long text to reach a later column.
        .addColumn("source", "text")
        .execute();
      await index("imports_by_sub", "imports").columns(["sub", "checked_at"]).execute();
      await index("imports_by_end", "imports").column("expires_at").execute();

      await table("import_rows")
        .$call(texts(["import_id", "row"]))
        .$call(numbers(["place", "line"]))
        .addPrimaryKeyConstraint("import_rows_key", ["import_id", "place"])
        .execute();

      await table("news")
        .$call(texts(["id", "sub"], { primary: "id" }))
        .addColumn("job_id", "text")
        .addColumn("missing", "bigint")
        .$call(numbers(["created_at", "expires_at"]))
        .execute();
      await index("news_by_sub", "news").columns(["sub", "created_at"]).execute();
      await index("news_by_end", "news").column("expires_at").execute();

      await table("contradictions")
        .$call(texts(["kind"], { primary: "kind" }))
        .$call(numbers(["seen_at", "expires_at"]))
        .execute();
      await index("contradictions_by_end", "contradictions").column("expires_at").execute();
    },
  };
}

type Table = CreateTableBuilder<string, string>;

const texts =
  (names: string[], { primary }: { primary?: string } = {}) =>
  (table: Table): Table =>
    names.reduce(
      (built, name) =>
        built.addColumn(name, "text", (column) =>
          name === primary ? column.notNull().primaryKey() : column.notNull(),
        ),
      table,
    );

const optionalTexts =
  (names: string[]) =>
  (table: Table): Table =>
    names.reduce((built, name) => built.addColumn(name, "text"), table);

const numbers =
  (names: string[]) =>
  (table: Table): Table =>
    names.reduce((built, name) => built.addColumn(name, "bigint", (column) => column.notNull()), table);

const optionalNumbers =
  (names: string[]) =>
  (table: Table): Table =>
    names.reduce((built, name) => built.addColumn(name, "bigint"), table);
