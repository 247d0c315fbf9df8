import { z } from "zod";
import { startOfDay } from "~/.server/warsaw-day";
import { calendarDate } from "~/domain/text-types";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";

/** In characters; longer text is cut. */
const MAX_LENGTH = 20;
/** The last day with a year of four digits. */
const LAST_DAY = "9999-12-31";

export type DayRange = {
  /** Both inclusive, YYYY-MM-DD, or the invalid text as it was typed. */
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
  const [from, to] = names.map((name) => (params.get(name) ?? "").trim().slice(0, MAX_LENGTH)) as [string, string];
  const error = formMessages(t, { from: t("common:days.from"), to: t("common:days.to") });
  const read = (name: "from" | "to", value: string) =>
    z.object({ [name]: day }).safeParse({ [name]: value }, { error });
  const [first, last] = [read("from", from), read("to", to)];
  const range = { from: first.data?.from ?? from, to: last.data?.to ?? to };
  const reversed = first.data?.from && last.data?.to && first.data.from > last.data.to;
  return {
    ...range,
    errors: {
      ...(first.error ? { from: first.error.issues[0]?.message } : {}),
      ...(last.error ? { to: last.error.issues[0]?.message } : reversed ? { to: t("undo:reversed") } : {}),
    },
    bounds: {
      ...(first.data?.from ? { from: startOfDay(first.data.from) } : {}),
      ...(last.data?.to && last.data.to < LAST_DAY ? { until: startOfDay(last.data.to, 1) } : {}),
    },
  };
}
