import { z } from "zod";
import { pageSizes } from "~/domain/page-size";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, sorts } from "~/domain/query";
import { uniqueFields } from "~/domain/seller-fields";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";

/** Reads a number from a URL; other texts are left for the schema to refuse. */
const number = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (/^-?[\d.]+$/.test(String(text)) ? Number(text) : text), schema);

/** The list's URL parameters (docs/product.md §5). */
const parameters = {
  q: z.string().max(MAX_SEARCH),
  mpk: z.string().max(MAX_MPK),
  status: z.enum(["active", "inactive"]),
  names: z.enum(["none"]),
  same: z.enum(uniqueFields),
  sort: z.enum(sorts),
  page: number(z.int().min(1).max(MAX_PAGE)),
  size: number(z.literal(pageSizes)),
};

const wordParameters = ["status", "names", "same", "sort"] as const;
type WordParameter = (typeof wordParameters)[number];
const isOfWords = (name: string): name is WordParameter => wordParameters.some((each) => each === name);

/** Says which parameters of the list's URL `parseSellerQuery` ignores, and why. */
export function ignoredParameters(params: URLSearchParams, t: Translate): string[] {
  return Object.entries(parameters).flatMap(([name, schema]) => {
    const value = params.get(name);
    if (!value || schema.safeParse(value).success) return [];
    // The allowed values are words of the URL, which nobody has seen on screen.
    if (isOfWords(name)) return [t(`listing:unusable.${name}`)];
    const label = t(`listing:ignored.${name as Exclude<keyof typeof parameters, WordParameter>}`);
    const error = formMessages(t, { [name]: label });
    const read = z.object({ [name]: schema }).safeParse({ [name]: value }, { error });
    return read.error
      ? read.error.issues.slice(0, 1).map(({ message: reason }) => t("listing:unusable.other", { reason }))
      : [];
  });
}
