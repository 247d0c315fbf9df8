import { z } from "zod";
import type { Problem } from "~/.server/backend/problem-details";
import { isNoRoom } from "~/.server/db/no-room";
import { StoreUnavailable } from "~/.server/store/open-store";
import { ownedRecords } from "~/.server/store/owned-records";
import { uniqueToken } from "~/.server/unique-token";
import { barePath } from "~/i18n/locales";
import { FORM_KEY_MAX_AGE_SECONDS, type FormKey } from "./form-key.server";

/** In bytes of JSON. */
const MAX_BYTES = 64 * 1024;
const LIFE_SECONDS = FORM_KEY_MAX_AGE_SECONDS;
/** Per person; the oldest go first. Sealing makes a draft a third larger. */
const BOUNDS = { records: 20, bytes: 20 * 2 * MAX_BYTES };

const schema = z.object({
  sub: z.string(),
  /** With the query. */
  path: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** File names only; the files aren't stored. */
  files: z.array(z.string()),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** The path of the saved record. A saved draft holds no fields. */
  savedAt: z.string().optional(),
});

const drafts = ownedRecords({
  kind: "draft",
  schema,
  ttl: LIFE_SECONDS,
  ownerOf: ({ sub }) => sub,
  bounds: BOUNDS,
});

export type Draft = Omit<z.infer<typeof schema>, "sub" | "savedAt">;

export function isDraftId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/** @returns undefined when the form is larger than MAX_BYTES. @throws StoreUnavailable */
export async function storeDraft({
  formKey,
  path,
  form,
  errors,
}: {
  formKey: Pick<FormKey, "sub">;
  path: string;
  form: FormData;
  errors?: Problem["errors"];
}) {
  const draft: Draft = { path, ...read(form), errors };
  if (Buffer.byteLength(JSON.stringify(draft)) > MAX_BYTES) return undefined;
  const id = uniqueToken();
  await drafts.put(id, { sub: formKey.sub, ...draft });
  return id;
}

/** @returns undefined when the draft is gone or another person's. @throws StoreUnavailable */
export async function findDraft(id: string, sub: string): Promise<Draft | undefined> {
  const draft = await drafts.findOwn(id, sub);
  if (!draft || draft.savedAt) return undefined;
  const { path, fields, files, errors } = draft;
  return { path, fields, files, errors };
}

/**
 * Looks up `?draft=`, and `?typed=` on a new seller's page.
 * @returns the id of a draft that is gone, and the record saved from it
 * @throws StoreUnavailable
 */
export async function goneDraft(
  { searchParams }: URL,
  sub: string,
): Promise<{ id: string; savedAt?: string } | undefined> {
  const id = searchParams.get("draft") ?? searchParams.get("typed");
  const draft = id ? await drafts.findOwn(id, sub) : undefined;
  return id && (!draft || draft.savedAt) ? { id, savedAt: draft?.savedAt } : undefined;
}

/** Without locale and query. */
export function pageOfDraft({ path }: Draft): string {
  const [pathname = ""] = path.split("?", 1);
  return barePath(pathname);
}

/** By id. @throws StoreUnavailable */
export function draftsOf(sub: string): Promise<Map<string, Draft>> {
  return drafts.allOf(sub);
}

/** Empties a saved draft. Another person's draft stays. */
export async function settleDraft(id: string, sub: string, savedAt: string): Promise<void> {
  try {
    await drafts.update(id, { sub, path: "", fields: {}, files: [], savedAt });
  } catch (error) {
    if (!(error instanceof StoreUnavailable || isNoRoom(error))) throw error;
    await dropDraft(id);
  }
}

/** If the store is down, the draft expires by itself. */
export async function dropDraft(id: string): Promise<void> {
  await eraseDraft(id).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
}

/** Like `dropDraft`, for callers who must report a failure. @throws StoreUnavailable */
export async function eraseDraft(id: string): Promise<void> {
  await drafts.delete(id);
}

function read(form: FormData): Pick<Draft, "fields" | "files"> {
  const fields = new Map<string, string | string[]>();
  const files: string[] = [];
  for (const [name, value] of form) {
    if (name === "formKey") continue; // a form given back gets a key of its own
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
