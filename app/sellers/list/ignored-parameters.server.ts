import { z } from "zod";
import { type HistoryColumn, historyColumns, pageSizes } from "~/domain/preferences";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, OWN_DAYS, parseSellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { type DayRange, readDayRange } from "~/sellers/history/day-range.server";
import { readValue } from "~/ui/form/messages";

/** Reads a number from a URL; other texts are left for the schema to refuse. */
const numberInUrl = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (/^-?[\d.]+$/.test(String(text)) ? Number(text) : text), schema);

/** Parameters whose faults have messages (docs/product.md §5). */
const explained = {
  q: z.string().max(MAX_SEARCH),
  mpk: z.string().max(MAX_MPK),
  page: numberInUrl(z.int().min(1).max(MAX_PAGE)),
  size: numberInUrl(z.literal(pageSizes)),
};

const labels = {
  q: "sellers:filters.q",
  mpk: "sellers:filters.mpk",
  page: "listing:page",
  size: "sellers:pages.size",
} as const;

/** Parameters whose values are words of the URL, which a message can't explain. */
const unexplained = ["status", "names", "same", "sort"] as const;

/** Says which parameters of the list's URL `parseSellerQuery` ignores, and why. */
export function describeIgnored(params: URLSearchParams, t: Translate): string[] {
  const query = parseSellerQuery(params);
  const isUnknown =
    unexplained.some((name) => params.get(name) && params.get(name) !== query[name]) ||
    historyColumns.some((column) => params.get(column) && params.get(column) !== OWN_DAYS && !query[column]);
  const reasons = Object.entries(explained).flatMap(([name, schema]) => {
    const label = t(labels[name as keyof typeof explained]);
    const value = params.get(name);
    return (value && readValue<unknown>(schema, value, label, t).problem) || [];
  });
  const wrongDays = Object.entries(readWrongDays(params, t)) as [HistoryColumn, Omit<DayRange, "bounds">][];
  const dayReasons = wrongDays.flatMap(([column, { errors }]) =>
    Object.values(errors).map((reason) => `${t(`sellers:list.${column}`)}: ${reason}`),
  );
  return [
    ...(isUnknown ? [t("listing:unusable.value")] : []),
    ...[...reasons, ...dayReasons].map((reason) => t("listing:unusable.other", { reason })),
  ];
}

/**
 * Ranges of the search form that can't be used, as typed and with their errors; a range that is
 * still empty has none.
 */
export type WrongDays = Partial<Record<HistoryColumn, Omit<DayRange, "bounds">>>;

export function readWrongDays(params: URLSearchParams, t: Translate): WrongDays {
  const wrong: WrongDays = {};
  for (const column of historyColumns) {
    if (params.get(column) !== OWN_DAYS) continue;
    const { bounds, ...days } = readDayRange(params, t, { from: `${column}From`, to: `${column}To` });
    const isEmpty = !days.from && !days.to;
    if (isEmpty || days.errors.from || days.errors.to) wrong[column] = days;
  }
  return wrong;
}
