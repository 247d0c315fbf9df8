import { z } from "zod";
import type { Problem } from "~/.server/backend/contract/problem-details";
import { assertRoom, DatabaseUnavailable, database, inTransaction, makeWayForOne } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { seal, unseal } from "~/.server/db/seal";
import { TOKEN, uniqueToken } from "~/.server/tokens";
import { barePath } from "~/i18n/locales";
import { FORM_KEY_MAX_AGE_SECONDS } from "./form-key.server";

const MAX_JSON_BYTES = 64 * 1024;
const MAX_DRAFTS_PER_PERSON = 20;

const formSchema = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The names of the chosen files. */
  files: z.array(z.string()),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** `path` includes the query string. */
export type Draft = z.infer<typeof formSchema> & { path: string };

/** @returns undefined if the form is larger than MAX_JSON_BYTES */
export async function storeDraft({
  sub,
  path,
  form,
  errors,
}: {
  sub: string;
  path: string;
  form: FormData;
  errors?: Problem["errors"];
}) {
  const content = { ...contentOf(form), errors };
  if (Buffer.byteLength(JSON.stringify({ ...content, path })) > MAX_JSON_BYTES) return undefined;
  const id = uniqueToken();
  const now = Date.now();
  const times = { created_at: now, expires_at: now + FORM_KEY_MAX_AGE_SECONDS * 1000 };
  await assertRoom();
  await inTransaction(async (tx) => {
    await makeWayForOne(tx, "drafts", sub, MAX_DRAFTS_PER_PERSON);
    await tx
      .insertInto("drafts")
      .values({ id, sub, path, sealed_form: seal(content, placeOf(id)), ...times })
      .execute();
  });
  return id;
}

/** @returns undefined for an expired draft, a saved draft or another person's draft */
export async function findDraft(id: string, sub: string): Promise<Draft | undefined> {
  const row = await findRow(id, sub);
  return row && openDraft(row);
}

/**
 * Finds a draft that the address names, but that can't be opened: it has expired, was saved (as
 * `savedPath`) or is another person's. The address has `?draft=ID`, or `/sellers/new?typed=ID` for
 * text that was typed for a deleted seller.
 */
export async function findGoneDraft(
  { searchParams }: URL,
  sub: string,
): Promise<{ id: string; savedPath?: string } | undefined> {
  const id = searchParams.get("draft") ?? searchParams.get("typed");
  if (!id || !isDraftId(id)) return undefined;
  const row = await findRow(id, sub);
  return row && openDraft(row) ? undefined : { id, savedPath: row?.saved_at ?? undefined };
}

export const isDraftId = (text: string): boolean => TOKEN.test(text);

/** @returns undefined for a saved draft, or after a change of SESSION_SECRET */
export function openDraft({ id, path, sealed_form }: Row<"drafts">): Draft | undefined {
  const form = unseal(sealed_form, placeOf(id), formSchema);
  return form && { path, ...form };
}

export function draftField(draft: Pick<Draft, "fields"> | undefined, name: string): string | undefined {
  return [draft?.fields[name]].flat()[0];
}

/** The posted form's fields. If a sign-in has opened the page with a draft: the draft's fields. */
export function postedFields({ form, draft }: { form: FormData; draft?: Pick<Draft, "fields"> }): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  return draft && fields.size === 0 ? fieldsOfDraft(draft) : fields;
}

export function fieldsOfDraft({ fields }: Pick<Draft, "fields">): URLSearchParams {
  const entries = Object.entries(fields);
  return new URLSearchParams(entries.flatMap(([name, values]) => [values].flat().map((value) => [name, value])));
}

const placeOf = (id: string) => `draft:${id}`;

async function findRow(id: string, sub: string): Promise<Row<"drafts"> | undefined> {
  if (!isDraftId(id)) return undefined;
  const query = (await database()).selectFrom("drafts").selectAll().where("id", "=", id).where("sub", "=", sub);
  return query.where("expires_at", ">", Date.now()).executeTakeFirst();
}

/** The draft's path without locale and query. */
export function pageOfDraft({ path }: Draft): string {
  const [pathname = ""] = path.split("?", 1);
  return barePath(pathname);
}

/** Marks the draft as saved. @param savedPath the saved record's page, such as `/sellers/42` */
export async function settleDraft(id: string, sub: string, savedPath: string): Promise<void> {
  await ignoreOutage(async () => {
    const update = (await database()).updateTable("drafts").set({ sealed_form: null, saved_at: savedPath });
    await update.where("id", "=", id).where("sub", "=", sub).execute();
  });
}

/** Deletes the draft. If the database is down, the draft expires after a day instead. */
export async function dropDraft(id: string): Promise<void> {
  await ignoreOutage(async () => (await database()).deleteFrom("drafts").where("id", "=", id).execute());
}

async function ignoreOutage(write: () => Promise<unknown>): Promise<void> {
  await write().catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  });
}

function contentOf(form: FormData): Pick<Draft, "fields" | "files"> {
  const fields = new Map<string, string | string[]>();
  const files: string[] = [];
  for (const [name, value] of form) {
    // The form key isn't stored: the page that shows the draft makes a new form key.
    if (name === "formKey") continue;
    if (typeof value !== "string") {
      if (value.name) files.push(value.name);
      continue;
    }
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === "string") fields.set(name, [before, value]);
    else before.push(value);
  }
  return { fields: Object.fromEntries(fields), files };
}
