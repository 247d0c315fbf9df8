import { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import { emailAddress, filledText, optionalText } from "./text-types";

/** The longest value of each field, in characters. */
const MAX_LENGTH = { displayName: 256, name: 64, mpk: 64, reason: 200 } as const;

/** Companies write theirs as they like, but dashes and dots alone are nobody's. */
const MPK = /[\p{L}\p{N}]/u;

/** What creating takes (docs/product.md §3). MPK is a text: its leading zeros count. */
export const newSellerSchema = z.object({
  displayName: filledText().max(MAX_LENGTH.displayName),
  email: emailAddress(),
  firstName: optionalText(MAX_LENGTH.name),
  surname: optionalText(MAX_LENGTH.name),
  mpk: filledText().max(MAX_LENGTH.mpk).regex(MPK),
});

/** What an update replaces; an unticked box isn't sent at all. */
export const sellerChangeSchema = newSellerSchema.extend({ accountEnabled: z.boolean().default(false) });

/** What a post says of an account: by a ticked box (`on`) or by the word. Undefined for anything else. */
export function postedEnabled(value: unknown): boolean | undefined {
  if (value === "on" || value === "true") return true;
  return value === "false" ? false : undefined;
}

/** Why accounts are disabled, if the person says so: kept in the history. */
export const disableReasonSchema = z.object({ reason: optionalText(MAX_LENGTH.reason) });

/** What the person sees beside each field. */
export function sellerLabels(t: Translate) {
  return {
    displayName: t("sellers:fields.displayName"),
    email: t("sellers:fields.email"),
    firstName: t("sellers:fields.firstName"),
    surname: t("sellers:fields.surname"),
    mpk: t("sellers:fields.mpk"),
    accountEnabled: t("sellers:fields.accountEnabled"),
  };
}
