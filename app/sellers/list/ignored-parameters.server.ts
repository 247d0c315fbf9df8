import { z } from "zod";
import { pageSizes } from "~/domain/preferences";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, parseSellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { readValue } from "~/ui/form/form-messages";

/** Reads a number from a URL; other texts are left for the schema to refuse. */
const numberInUrl = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (/^-?[\d.]+$/.test(String(text)) ? Number(text) : text), schema);

/** Parameters whose faults have messages (docs/product.md §5), as `parseSellerQuery` reads them. */
const explained = [
  { name: "q", label: "sellers:filters.q", schema: z.string().max(MAX_SEARCH) },
  { name: "mpk", label: "sellers:filters.mpk", schema: z.string().max(MAX_MPK) },
  { name: "page", label: "listing:page", schema: numberInUrl(z.int().min(1).max(MAX_PAGE)) },
  { name: "size", label: "sellers:pages.size", schema: numberInUrl(z.literal(pageSizes)) },
] as const;

/** Parameters whose values are fixed words, which a message couldn't explain. */
const unexplained = ["status", "names", "sort"] as const;

/** Says which parameters of the list's URL `parseSellerQuery` ignores, and why. */
export function describeIgnored(params: URLSearchParams, t: Translate): string[] {
  const query = parseSellerQuery(params);
  const hasUnknownWord = unexplained.some((name) => params.get(name) && params.get(name) !== query[name]);
  const reasons = explained.flatMap(({ name, label, schema }) => {
    const value = params.get(name);
    return value ? (readValue<unknown>(schema, value, t(label), t).problem ?? []) : [];
  });
  return [
    ...(hasUnknownWord ? [t("listing:unusable.value")] : []),
    ...reasons.map((reason) => t("listing:unusable.other", { reason })),
  ];
}
