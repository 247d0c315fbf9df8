import { z } from "zod";
import { startOfDay } from "~/.server/times";
import { calendarDate } from "~/domain/text-types";
import type { Translate } from "~/i18n/catalogues";
import { readValue } from "~/ui/form/messages";

/** The last day with a year of four digits. */
const LAST_DAY = "9999-12-31";

export type DayRange = {
  /** Both are inclusive, YYYY-MM-DD, or the invalid text as it was typed. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
  /** In ms since the epoch, `until` exclusive; an invalid day is no bound. */
  bounds: { from?: number; until?: number };
};

/** A native date input sends YYYY-MM-DD; a person writes DD.MM.YYYY. An empty field is no bound. */
const day = z.preprocess(
  (text) => String(text).replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3.$2.$1") || undefined,
  calendarDate().optional(),
);

/** @param names the parameters of the first and the last day */
export function readDayRange(params: URLSearchParams, t: Translate, names = ["from", "to"]): DayRange {
  const [from, to] = names.map((name) => (params.get(name) ?? "").trim().slice(0, 20)) as [string, string];
  const first = readValue(day, from, t("common:days.from"), t);
  const last = readValue(day, to, t("common:days.to"), t);
  const range = { from: first.value ?? from, to: last.value ?? to };
  const reversed = first.value && last.value && first.value > last.value;
  return {
    ...range,
    errors: {
      ...(first.problem ? { from: first.problem } : {}),
      ...(last.problem ? { to: last.problem } : reversed ? { to: t("undo:reversed") } : {}),
    },
    bounds: {
      ...(first.value ? { from: startOfDay(first.value) } : {}),
      ...(last.value && last.value < LAST_DAY ? { until: startOfDay(last.value, 1) } : {}),
    },
  };
}
