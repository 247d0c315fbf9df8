import { z } from "zod";
import { pageSizes } from "~/domain/page-size";
import { parsePeriod } from "~/domain/period";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import { MAX_MPK, MAX_PAGE, MAX_SEARCH, OWN_DAYS, sorts } from "~/domain/query";
import { uniqueFields } from "~/domain/seller-fields";
import type { Translate } from "~/i18n/catalogues";
import { type DayRange, readDayRange } from "~/sellers/history/day-range.server";
import { readValue } from "~/ui/form/messages";

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

const enumParameters = ["status", "names", "same", "sort"] as const;
type EnumParameter = (typeof enumParameters)[number];
const isEnumParameter = (name: string): name is EnumParameter => enumParameters.some((each) => each === name);

/** Says which parameters of the list's URL `parseSellerQuery` ignores, and why. */
export function describeIgnored(params: URLSearchParams, t: Translate): string[] {
  const texts = Object.entries(parameters).flatMap(([name, schema]) => {
    const value = params.get(name);
    if (!value || schema.safeParse(value).success) return [];
    // The allowed values are words of the URL, which nobody has seen on screen.
    if (isEnumParameter(name)) return [t(`listing:unusable.${name}`)];
    const label = t(`listing:ignored.${name as Exclude<keyof typeof parameters, EnumParameter>}`);
    const { problem: reason = "" } = readValue<unknown>(schema, value, label, t);
    return [t("listing:unusable.other", { reason })];
  });
  const unusableDates = historyColumns.some((column) => {
    const text = params.get(column);
    return text && text !== OWN_DAYS && !parsePeriod(text);
  });
  const wrongDays = Object.entries(readWrongDays(params, t)) as [HistoryColumn, Omit<DayRange, "bounds">][];
  const reasons = wrongDays.flatMap(([column, { errors }]) =>
    Object.values(errors).map((reason) => `${t(`sellers:list.${column}`)}: ${reason}`),
  );
  return [
    ...texts,
    ...(unusableDates ? [t("listing:unusable.dates")] : []),
    ...reasons.map((reason) => t("listing:unusable.other", { reason })),
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
    const { bounds, ...days } = readDayRange(params, t, [`${column}From`, `${column}To`]);
    const isNone = !days.from && !days.to;
    if (isNone || Object.keys(days.errors).length > 0) wrong[column] = days;
  }
  return wrong;
}
