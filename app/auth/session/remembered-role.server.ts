import { LRUCache } from "lru-cache";
import { store } from "~/.server/store/open-store";
import { wasWithin } from "~/.server/was-within";
import { besideSession, endOf, type LiveSession } from "./session.server";

/** Sessions whose record this process knows to be right, at most. */
const MAX_KNOWN = 10_000;

/** How long this process relies on what it wrote itself, in ms: another one may have written something else since. */
const KNOWN_FOR_MS = 60_000;

const known = new LRUCache<string, { isFranchisee: boolean; at: number }>({ max: MAX_KNOWN });
const roleKey = ({ key }: LiveSession) => besideSession.role(key);

/**
 * Remembers with the session whether the directory last called the person a franchisee, for public pages, which mustn't wait for the
 * directory. It grants no access: pages for franchisees ask the directory itself. Written when it changes, and once a minute.
 * @throws StoreUnavailable
 */
export async function rememberRole(session: LiveSession, isFranchisee: boolean): Promise<void> {
  const before = known.get(session.key);
  if (before?.isFranchisee === isFranchisee && wasWithin(KNOWN_FOR_MS, before.at)) return;
  const seconds = Math.max(1, Math.ceil((endOf(session) - Date.now()) / 1000));
  await (await store()).put(roleKey(session), isFranchisee ? "franchisee" : "none", seconds);
  known.set(session.key, { isFranchisee, at: Date.now() });
}

/**
 * @returns undefined when nobody has asked the directory in this session yet
 * @throws StoreUnavailable
 */
export async function rememberedRole(session: LiveSession): Promise<boolean | undefined> {
  const role = await (await store()).get(roleKey(session));
  return role === undefined ? undefined : role === "franchisee";
}
