import { randomBytes } from "node:crypto";
import { z } from "zod";
import { store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import { MAX_SELECTED } from "./selection";

const PURPOSE = "selection";
/** A working day. */
const KEPT_SECONDS = 12 * 60 * 60;
/** Longer text, in characters, is no seller's id. */
const MAX_ID_LENGTH = 512;

const schema = z.object({ sub: z.string(), ids: z.array(z.string()) });

/**
 * Keeps ticked rows for a browser that can't by itself, so that they are still ticked on the list's other pages.
 * @param ids as they were posted; those beyond MAX_SELECTED are left out
 * @returns what the list's URL says as `selection=`; undefined when nothing is ticked
 * @throws StoreUnavailable
 */
export async function keepSelection(sub: string, ids: readonly string[]): Promise<string | undefined> {
  const kept = [...new Set(ids)].filter((id) => id !== "" && id.length <= MAX_ID_LENGTH).slice(0, MAX_SELECTED);
  if (kept.length === 0) return undefined;
  const name = randomBytes(16).toString("base64url");
  const sealed = await seal({ sub, ids: kept }, { purpose: PURPOSE });
  await (await store()).put(`selection:${name}`, sealed, KEPT_SECONDS);
  return name;
}

/**
 * @param name as it came in a URL, checked for its form
 * @returns nothing when it is another person's, or too old
 * @throws StoreUnavailable
 */
export async function findSelection(sub: string, name: string): Promise<string[]> {
  const kept = await unseal(await (await store()).get(`selection:${name}`), { purpose: PURPOSE, schema });
  return kept?.sub === sub ? kept.ids : [];
}
