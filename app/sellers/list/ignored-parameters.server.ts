import { z } from "zod";
import { pageSizes } from "~/domain/preferences";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, parseSellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { readValue } from "~/ui/form/form-messages";

const numberInUrl = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (/^-?[\d.]+$/.test(String(text)) ? Number(text) : text), schema);

const parametersWithReasons = [
  { name: "q", label: "sellers:filters.q", schema: z.string().max(MAX_SEARCH) },
  { name: "mpk", label: "sellers:filters.mpk", schema: z.string().max(MAX_MPK) },
  { name: "page", label: "listing:page", schema: numberInUrl(z.int().min(1).max(MAX_PAGE)) },
  { name: "size", label: "sellers:pages.size", schema: numberInUrl(z.literal(pageSizes)) },
] as const;

/** A wrong word (`status=foo`) gets no reason: a person doesn't know the allowed words. */
const wordParameters = ["status", "names", "sort"] as const;

/** Explains parameters that `parseSellerQuery` ignores, for example `page=0`. */
export function describeIgnored(params: URLSearchParams, t: Translate): string[] {
  const query = parseSellerQuery(params);
  const hasUnknownWord = wordParameters.some((name) => params.get(name) && params.get(name) !== query[name]);
  const reasons = parametersWithReasons.flatMap(({ name, label, schema }) => {
    const value = params.get(name);
    return value ? (readValue<unknown>(schema, value, t(label), t).problem ?? []) : [];
  });
  return [
    ...(hasUnknownWord ? [t("listing:unusable.value")] : []),
    ...reasons.map((reason) => t("listing:unusable.other", { reason })),
  ];
}
