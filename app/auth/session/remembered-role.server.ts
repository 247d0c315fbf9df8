import { store } from "~/.server/store/open-store";
import { besideSession, endOf, type LiveSession } from "./session.server";

/** Sessions whose record this process knows to be right, at most; beyond that it begins anew. */
const MAX_KNOWN = 10_000;

const known = new Map<string, boolean>();
const roleKey = ({ key }: LiveSession) => besideSession.role(key);

/**
 * Remembers with the session what the directory last said, for the pages that mustn't wait for the directory, on any replica.
 * It opens nothing: pages for franchisees ask the directory. Written when it changes; ends with the session.
 * @throws StoreUnavailable
 */
export async function rememberRole(session: LiveSession, isFranchisee: boolean): Promise<void> {
  if (known.get(session.key) === isFranchisee) return;
  const seconds = Math.max(1, Math.ceil((endOf(session) - Date.now()) / 1000));
  await (await store()).put(roleKey(session), isFranchisee ? "franchisee" : "none", seconds);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(session.key, isFranchisee);
}

/**
 * @returns undefined when nobody has asked the directory in this session yet
 * @throws StoreUnavailable
 */
export async function rememberedRole(session: LiveSession): Promise<boolean | undefined> {
  const role = await (await store()).get(roleKey(session));
  return role === undefined ? undefined : role === "franchisee";
}
