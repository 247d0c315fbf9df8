import { z } from "zod";

/** What can be edited of a seller, as text of ours says it: a hidden field, an entry of the history. */
export const storedChangeSchema = z.object({
  displayName: z.string(),
  email: z.string(),
  firstName: z.string().optional(),
  surname: z.string().optional(),
  mpk: z.string(),
  accountEnabled: z.boolean(),
});
