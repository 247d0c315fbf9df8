import { z } from "zod";
import type { Problem } from "~/.server/backend/problem-details";
import { isNoRoom } from "~/.server/store/no-room";
import { StoreUnavailable } from "~/.server/store/open-store";
import { ownedRecords } from "~/.server/store/sealed-records";
import { barePath } from "~/i18n/locales";
import { FORM_KEY_MAX_AGE_SECONDS, type FormKey } from "./form-key.server";

/** The largest draft, in bytes of its JSON. */
const MAX_BYTES = 64 * 1024;
/** As long as a form is accepted: whoever comes back from lunch, or the next morning, finds what they typed. */
const LIFE_SECONDS = FORM_KEY_MAX_AGE_SECONDS;
/** For one person; their oldest drafts give way to new ones. Sealing makes a draft a third larger. */
const BOUNDS = { records: 20, bytes: 20 * 2 * MAX_BYTES };

const schema = z.object({
  sub: z.string(),
  path: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  files: z.array(z.string()),
  /** What a backend said against single fields. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Where it stands now that it was saved; nothing of what was typed is kept any more. */
  savedAt: z.string().optional(),
});

const drafts = ownedRecords({
  kind: "draft",
  schema,
  ttl: LIFE_SECONDS,
  ownerOf: ({ sub }) => sub,
  bounds: BOUNDS,
});

export type Draft = {
  /** Path and query of the page that the form stands on. */
  path: string;
  /** What was typed; a name that occurred several times has all its values. */
  fields: Record<string, string | string[]>;
  /** Names of the files that were chosen. They are not stored and must be chosen again. */
  files: string[];
  /** What a backend said against single fields, by the names that it gives them. */
  errors?: Problem["errors"];
};

/** Whether a text that came in a URL has a draft's shape, and so may go on into links and cookies. */
export function isDraftId(text: string): boolean {
  return /^[\w-]{1,128}$/.test(text);
}

/**
 * Stores a posted form whose session ended or whose backend failed, so that the person gets it back filled in
 * (docs/product.md §8). It lives as long as a form's key; a person's oldest drafts give way to new ones.
 * @param path path and query of the form's own page.
 * @returns the draft's id, for the page's URL as `?draft=ID`; `undefined` when the form is larger than 64 kB.
 * @throws StoreUnavailable
 */
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
  const id = drafts.newId();
  await drafts.put(id, { sub: formKey.sub, ...draft });
  return id;
}

/**
 * @param id as it came in a URL.
 * @returns `undefined` when there is no such draft any more, or it is not this person's.
 * @throws StoreUnavailable
 */
export async function findDraft(id: string, sub: string): Promise<Draft | undefined> {
  const draft = await drafts.findOwn(id, sub);
  if (!draft || draft.savedAt) return undefined;
  const { path, fields, files, errors } = draft;
  return { path, fields, files, errors };
}

/**
 * Looks whether the draft that an address names (`?draft=`, or `?typed=` for a new seller's page) can't be had any more: its form was
 * sent meanwhile, its time is over, or it is another person's.
 * @returns its id when it can't, and the path of what was saved from it; `undefined` when it can, or the address names none
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

/** The page that a draft's form stands on: its path without locale and query. */
export function pageOfDraft({ path }: Draft): string {
  const [pathname = ""] = path.split("?", 1);
  return barePath(pathname);
}

/** All of a person's, by their ids. @throws StoreUnavailable */
export function draftsOf(sub: string): Promise<Map<string, Draft>> {
  return drafts.allOf(sub);
}

/**
 * Forgets what a draft holds, once it was saved, and remembers where: whoever comes back to the form, by Back say, is told so.
 * @param id as it came in a URL; nothing happens to another person's
 */
export async function settleDraft(id: string, sub: string, savedAt: string): Promise<void> {
  try {
    await drafts.update(id, { sub, path: "", fields: {}, files: [], savedAt });
  } catch (error) {
    if (!(error instanceof StoreUnavailable || isNoRoom(error))) throw error;
    await dropDraft(id);
  }
}

/** Forgets a draft, once its form was sent. One that can't be forgotten ends by itself. */
export async function dropDraft(id: string): Promise<void> {
  await eraseDraft(id).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
}

/** As `dropDraft`, for callers who have to report a draft that couldn't be forgotten. @throws StoreUnavailable */
export async function eraseDraft(id: string): Promise<void> {
  await drafts.delete(id);
}

function read(form: FormData): Pick<Draft, "fields" | "files"> {
  const fields = new Map<string, string | string[]>();
  const files: string[] = [];
  // In one pass: to look up each name anew would cost the square of their number.
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
