import { randomBytes } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "~/.server/store/seal";

/** A day, as long as a session lives by default; an older form comes back filled in, with a key of its own. */
export const FORM_KEY_MAX_AGE_SECONDS = 24 * 60 * 60;

const PLACE = "form key";

const schema = z.object({ id: z.string().regex(/^[\w-]{22}$/), sub: z.string().min(1), at: z.number() });

export type FormKey = {
  /** 128 random bits as base64url: one rendered form, however often it is sent. */
  id: string;
  /** The subject of the person the form was rendered for. */
  sub: string;
  /** In milliseconds since the epoch. */
  issuedAt: number;
};

/**
 * The value of the hidden field `formKey` of every rendered form that writes. It is the idempotency key of that form
 * and the proof that a form which arrives without a session belongs to a person. It is sealed, so nobody makes one up.
 */
export function issueFormKey(sub: string): string {
  return seal({ id: randomBytes(16).toString("base64url"), sub, at: Date.now() }, PLACE);
}

/** @returns `undefined` when the value is no key of ours or older than FORM_KEY_MAX_AGE_SECONDS. */
export async function openFormKey(value: unknown): Promise<FormKey | undefined> {
  const key = unseal(value, PLACE, schema);
  if (!key || Date.now() - key.at > FORM_KEY_MAX_AGE_SECONDS * 1000) return undefined;
  return { id: key.id, sub: key.sub, issuedAt: key.at };
}
