import { z } from "zod";
import { seal, unseal } from "~/.server/db/seal";
import { TOKEN, uniqueToken } from "~/.server/tokens";

/** A day, as long as a session by default. */
export const FORM_KEY_MAX_AGE_SECONDS = 24 * 60 * 60;

const SEAL_PLACE = "form key";

const schema = z.object({
  /** The same each time the rendered form is posted. */
  id: z.string().regex(TOKEN),
  sub: z.string().min(1),
  /** When the form was rendered. */
  at: z.number(),
});
export type FormKey = z.infer<typeof schema>;

/** An idempotency key. It also names the form's owner when the session has ended. */
export function issueFormKey(sub: string): string {
  return seal({ id: uniqueToken(), sub, at: Date.now() }, SEAL_PLACE);
}

/** The key may be another person's. @returns undefined for a forged or expired key */
export function openFormKey(value: unknown): FormKey | undefined {
  const key = unseal(value, SEAL_PLACE, schema);
  return key && Date.now() - key.at <= FORM_KEY_MAX_AGE_SECONDS * 1000 ? key : undefined;
}

export function validFormKey(posted: { form: FormData; session: { sub: string } }): FormKey | undefined {
  const key = openFormKey(posted.form.get("formKey"));
  return key?.sub === posted.session.sub ? key : undefined;
}
