import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import { SIGN_IN_MAX_AGE_SECONDS } from "~/auth/provider/timing";
import type { FormKey } from "./form-key.server";

/** Of the fields' names and values together, in bytes. */
const MAX_BYTES = 64 * 1024;
const MAX_PER_PERSON = 20;

const PURPOSE = "draft";
const ID = /^[\w-]{22}$/;

const schema = z.object({
  sub: z.string(),
  path: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  files: z.array(z.string()),
});

export type Draft = {
  /** Path and query of the page that the form stands on. */
  path: string;
  /** What was typed; a name that occurred several times has all its values. */
  fields: Record<string, string | string[]>;
  /** Names of the files that were chosen. They are not held and must be chosen again. */
  files: string[];
};

/**
 * Holds a posted form whose session ended or whose backend failed, so that the person gets it back filled in
 * (DESIGN.md §8). It lives as long as a sign-in begun now may take; a person's oldest drafts give way to new ones.
 * @param path path and query of the form's own page.
 * @returns the draft's id, for the page's URL as `?draft=ID`; `undefined` when the form is larger than 64 kB.
 * @throws StoreUnavailable
 */
export async function holdDraft({ formKey, path, form }: { formKey: FormKey; path: string; form: FormData }) {
  const draft: Draft = { path, ...read(form) };
  if (Buffer.byteLength(JSON.stringify(draft)) > MAX_BYTES) return undefined;
  const drafts = await store();
  const id = randomBytes(16).toString("base64url");
  const sealed = await seal({ sub: formKey.sub, ...draft }, { purpose: PURPOSE });
  await drafts.put(draftKey(id), sealed, SIGN_IN_MAX_AGE_SECONDS);

  const log = `drafts:${createHash("sha256").update(formKey.sub).digest("base64url")}`;
  await drafts.append(log, id, SIGN_IN_MAX_AGE_SECONDS);
  const held = await drafts.readLog(log, { limit: MAX_PER_PERSON * 10 });
  await Promise.all(held.slice(MAX_PER_PERSON).map(({ value }) => drafts.delete(draftKey(value))));
  return id;
}

/**
 * @param id as it came in a URL.
 * @returns `undefined` when there is no such draft any more, or it is not this person's.
 * @throws StoreUnavailable
 */
export async function findDraft(id: string, sub: string): Promise<Draft | undefined> {
  if (!ID.test(id)) return undefined;
  const draft = await unseal(await (await store()).get(draftKey(id)), { purpose: PURPOSE, schema });
  if (!draft || draft.sub !== sub) return undefined;
  const { path, fields, files } = draft;
  return { path, fields, files };
}

/** Forgets a draft, once its form was sent. */
export async function dropDraft(id: string): Promise<void> {
  if (ID.test(id)) await (await store()).delete(draftKey(id));
}

const draftKey = (id: string) => `draft:${id}`;

function read(form: FormData): Pick<Draft, "fields" | "files"> {
  const fields = new Map<string, string | string[]>();
  const files: string[] = [];
  for (const name of new Set(form.keys())) {
    if (name === "formKey") continue; // a form given back gets a key of its own
    const values = form.getAll(name);
    for (const value of values) if (typeof value !== "string" && value.name) files.push(value.name);
    const texts = values.filter((value) => typeof value === "string");
    const [first] = texts;
    if (first !== undefined) fields.set(name, texts.length > 1 ? texts : first);
  }
  return { fields: Object.fromEntries(fields), files };
}
