import { z } from "zod";
import { seal, unseal } from "~/.server/db/seal";
import { TOKEN, uniqueToken } from "~/.server/tokens";

/** A day, as long as a session by default. */
export const FORM_KEY_MAX_AGE_SECONDS = 24 * 60 * 60;

const SEAL_PLACE = "form key";

const schema = z.object({
  /** A rendered form keeps its id however often the form is sent. */
  id: z.string().regex(TOKEN),
  sub: z.string().min(1),
  /** When the form was rendered, in ms since the epoch. */
  at: z.number(),
});
export type FormKey = z.infer<typeof schema>;

/** Makes a form's idempotency key, which also says whose form is posted after the session's end. */
export function issueFormKey(sub: string): string {
  return seal({ id: uniqueToken(), sub, at: Date.now() }, SEAL_PLACE);
}

/** @returns undefined for a forged or expired key. The key may be another person's. */
export function openFormKey(value: unknown): FormKey | undefined {
  const key = unseal(value, SEAL_PLACE, schema);
  return key && Date.now() - key.at <= FORM_KEY_MAX_AGE_SECONDS * 1000 ? key : undefined;
}

/** @returns undefined for a forged or expired key, and for another person's. */
export function validFormKey(posted: { form: FormData; session: { sub: string } }): FormKey | undefined {
  const key = openFormKey(posted.form.get("formKey"));
  return key?.sub === posted.session.sub ? key : undefined;
}
