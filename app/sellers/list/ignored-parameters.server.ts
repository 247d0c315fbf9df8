import { z } from "zod";
import { type HistoryColumn, historyColumns, pageSizes } from "~/domain/preferences";
import { CUSTOM_DAYS, MAX_MPK, MAX_PAGE, MAX_SEARCH, parseSellerQuery } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { type DayRange, readDayRange } from "~/sellers/history/day-range.server";
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
const unexplained = ["status", "names", "same", "sort"] as const;

/** Says which parameters of the list's URL `parseSellerQuery` ignores, and why. */
export function describeIgnored(params: URLSearchParams, t: Translate): string[] {
  const reasons = [...explainedFaults(params, t), ...dayFaults(params, t)];
  return [
    ...(hasUnknownWord(params) ? [t("listing:unusable.value")] : []),
    ...reasons.map((reason) => t("listing:unusable.other", { reason })),
  ];
}

/** Whether a parameter has a word that the app doesn't know; wrong days have their messages. */
function hasUnknownWord(params: URLSearchParams): boolean {
  const query = parseSellerQuery(params);
  const isPeriodUnknown = (column: HistoryColumn) => {
    const period = params.get(column);
    return period && period !== CUSTOM_DAYS && !query[column];
  };
  return (
    unexplained.some((name) => params.get(name) && params.get(name) !== query[name]) ||
    historyColumns.some(isPeriodUnknown)
  );
}

function explainedFaults(params: URLSearchParams, t: Translate): string[] {
  return explained.flatMap(({ name, label, schema }) => {
    const value = params.get(name);
    return value ? (readValue<unknown>(schema, value, t(label), t).problem ?? []) : [];
  });
}

function dayFaults(params: URLSearchParams, t: Translate): string[] {
  const wrongDays = readWrongDays(params, t);
  return historyColumns.flatMap((column) => {
    const { from, to } = wrongDays[column]?.errors ?? {};
    return [from, to].flatMap((reason) => (reason ? `${t(`sellers:list.${column}`)}: ${reason}` : []));
  });
}

/**
 * The days of custom periods that can't be used, as typed and with their errors; a period whose
 * days are still empty has no errors.
 */
export type WrongDays = Partial<Record<HistoryColumn, Omit<DayRange, "bounds">>>;

export function readWrongDays(params: URLSearchParams, t: Translate): WrongDays {
  const wrong: WrongDays = {};
  for (const column of historyColumns) {
    if (params.get(column) !== CUSTOM_DAYS) continue;
    const { bounds, ...days } = readDayRange(params, t, { from: `${column}From`, to: `${column}To` });
    const isEmpty = !days.from && !days.to;
    if (isEmpty || days.errors.from || days.errors.to) wrong[column] = days;
  }
  return wrong;
}
