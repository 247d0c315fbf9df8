import { z } from "zod";
import { pageSizes } from "~/domain/page-size";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, sorts } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";

/** A number as an address has it; what is none is left to be refused. */
const number = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (/^-?[\d.]+$/.test(String(text)) ? Number(text) : text), schema);

/** What the list takes from its address (docs/product.md §5). */
const parameters = {
  q: z.string().max(MAX_SEARCH),
  mpk: z.string().max(MAX_MPK),
  status: z.enum(["active", "inactive"]),
  names: z.enum(["none"]),
  sort: z.enum(sorts),
  page: number(z.int().min(1).max(MAX_PAGE)),
  size: number(z.literal(pageSizes)),
};

/**
 * What stands in the list's address and can't be used, in words: `parseSellerQuery` goes on without it, and whoever
 * typed the address, or followed an old link, is told why the list isn't the one they asked for.
 */
export function ignoredParameters(given: URLSearchParams, t: Translate): string[] {
  return Object.entries(parameters).flatMap(([name, schema]) => {
    const value = given.get(name);
    // Words are looked for where they are needed: this is asked for on each page of the list.
    if (!value || schema.safeParse(value).success) return [];
    const label = t(`listing:ignored.${name as keyof typeof parameters}`);
    // What the address calls an order or a state, nobody has ever seen.
    if (schema instanceof z.ZodEnum) return [t("listing:unknownValue", { label })];
    const error = formMessages(t, { [name]: label });
    const read = z.object({ [name]: schema }).safeParse({ [name]: value }, { error });
    return read.error ? read.error.issues.slice(0, 1).map(({ message }) => message) : [];
  });
}
