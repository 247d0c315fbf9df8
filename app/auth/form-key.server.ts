import { randomBytes } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "~/.server/store/seal";

/** A day, as long as a session by default. */
export const FORM_KEY_MAX_AGE_SECONDS = 24 * 60 * 60;

const PLACE = "form key";

const schema = z.object({ id: z.string().regex(/^[\w-]{22}$/), sub: z.string().min(1), at: z.number() });

export type FormKey = {
  /** One per rendered form, however often it is sent. */
  id: string;
  sub: string;
  /** In milliseconds since the epoch. */
  issuedAt: number;
};

/** A form's idempotency key, and the sealed proof of its person for a post without a session. */
export function issueFormKey(sub: string): string {
  return seal({ id: randomBytes(16).toString("base64url"), sub, at: Date.now() }, PLACE);
}

/** Undefined for a forged or expired key. */
export async function openFormKey(value: unknown): Promise<FormKey | undefined> {
  const key = unseal(value, PLACE, schema);
  if (!key || Date.now() - key.at > FORM_KEY_MAX_AGE_SECONDS * 1000) return undefined;
  return { id: key.id, sub: key.sub, issuedAt: key.at };
}
