import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { z } from "zod";
import { calendarDate } from "~/domain/text-types";
import type { Translate } from "~/i18n/catalogues";
import { TIME_ZONE } from "~/i18n/format";
import { formMessages } from "~/ui/form/messages";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Longer text, in characters, is cut: it is no day. */
const MAX_LENGTH = 20;
/** Of those that can be written with four digits for the year. */
const LAST_DAY = "9999-12-31";

export type DayRange = {
  /** `?from=` and `?to=`, both inclusive: YYYY-MM-DD, or what was written instead. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
  /** Milliseconds since the epoch, `until` exclusive; what isn't a day bounds nothing. */
  bounds: { from?: number; until?: number };
};

/** A native date input sends YYYY-MM-DD; a person writes DD.MM.YYYY. An empty field is no bound. */
const day = z.preprocess(
  (text) => String(text).replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3.$2.$1") || undefined,
  calendarDate().optional(),
);

/** Reads the days of a history page from its URL, where anything may stand. */
export function readDayRange(params: URLSearchParams, t: Translate): DayRange {
  const [from, to] = ["from", "to"].map((name) => (params.get(name) ?? "").trim().slice(0, MAX_LENGTH)) as [
    string,
    string,
  ];
  const error = formMessages(t, { from: t("history:from"), to: t("history:to") });
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
      ...(first.data?.from ? { from: startOf(first.data.from) } : {}),
      // The last day of the year 9999 has no day after it.
      ...(last.data?.to && last.data.to < LAST_DAY ? { until: startOf(last.data.to, 1) } : {}),
    },
  };
}

/** When a day begins in Warsaw: it may have 23 or 25 hours, so days are counted, not hours. */
function startOf(isoDay: string, daysLater = 0): number {
  const date = dayjs.utc(isoDay).add(daysLater, "day").format("YYYY-MM-DD");
  return dayjs.tz(`${date}T00:00`, TIME_ZONE).valueOf();
}
