import { z } from "zod";

/** The editable part of a seller, as we wrote it ourselves into a hidden field or the history; its rules are not checked again. */
export const storedChangeSchema = z.object({
  displayName: z.string(),
  email: z.string(),
  firstName: z.string().optional(),
  surname: z.string().optional(),
  mpk: z.string(),
  accountEnabled: z.boolean(),
});
