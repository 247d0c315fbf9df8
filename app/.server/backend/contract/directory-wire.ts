import { z } from "zod";
import { wellFormed } from "~/domain/clean-text";

/* A person as the directory writes them (docs/openapi.yaml). */

const tidy = (value: string | null | undefined) => (value ? wellFormed(value).trim() || undefined : undefined);
/** Fields that are only displayed: a bad value must not keep anybody out. */
const displayText = z.string().max(4096).nullish().catch(undefined).transform(tidy);

const directoryObject = z.object({
  displayName: displayText,
  givenName: displayText,
  surname: displayText,
  mail: displayText,
  // The role depends on the job title, so a bad value is an error, and a long one is read in full.
  jobTitle: z.string().nullish().transform(tidy),
});

export const profileAnswer = z
  .object({ Value: z.object({ directoryObject: directoryObject.nullish() }).nullish() })
  .nullable();
