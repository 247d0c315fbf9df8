import { z } from "zod";
import { seal, unseal } from "~/.server/db/seal";
import { TOKEN, uniqueToken } from "~/.server/tokens";

/** A day, as long as a session by default. */
export const FORM_KEY_MAX_AGE_SECONDS = 24 * 60 * 60;

const PLACE = "form key";

const schema = z.object({
  /** One per rendered form, however often it is sent. */
  id: z.string().regex(TOKEN),
  sub: z.string().min(1),
  /** When the form was rendered, in ms since the epoch. */
  at: z.number(),
});
export type FormKey = z.infer<typeof schema>;

/** A form's idempotency key, and the sealed proof of its person for a post without a session. */
export function issueFormKey(sub: string): string {
  return seal({ id: uniqueToken(), sub, at: Date.now() }, PLACE);
}

/** Undefined for a forged or expired key. */
export function openFormKey(value: unknown): FormKey | undefined {
  const key = unseal(value, PLACE, schema);
  return key && Date.now() - key.at <= FORM_KEY_MAX_AGE_SECONDS * 1000 ? key : undefined;
}

/** The key of a posted form; undefined for another person's, too. */
export function validFormKey(posted: { form: FormData; session: { sub: string } }): FormKey | undefined {
  const key = openFormKey(posted.form.get("formKey"));
  return key?.sub === posted.session.sub ? key : undefined;
}
