import { z } from "zod";
import { endOfDay, startOfDay } from "~/.server/times";
import { isDay, parsePolishDay } from "~/domain/days";
import type { Rule } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { dayOf, daysBefore } from "~/i18n/format";
import { readValue } from "~/ui/form/form-messages";
import { periods, type ShownRange } from "./history-query";

export type DayRange = ShownRange & {
  errors: { from?: string; to?: string };
  /** In ms since the epoch, `until` exclusive. */
  bounds: { from?: number; until?: number };
};

const polishDay = z.string().transform((text, ctx) => {
  const day = parsePolishDay(text);
  if (day && isDay(day)) return day;
  ctx.addIssue({ code: "custom", params: { rule: (day ? "dateInvalid" : "dateFormat") satisfies Rule } });
  return z.NEVER;
});

/** Reads DD.MM.YYYY, which a person types, and YYYY-MM-DD, which links contain. */
const day = z.preprocess((value) => {
  const text = String(value);
  return text === "" ? undefined : text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$3.$2.$1");
}, polishDay.optional());

const DAYS_OF = { today: 1, week: 7, month: 30 } as const;

/** A link with `from` and `to`, but without a `period`, means `period=days` („Wybrane dni…”). */
export function readDayRange(params: URLSearchParams, t: Translate): DayRange {
  const requested = params.get("period") ?? "days";
  const period = periods.find((each) => each === requested);
  if (period) {
    const from = startOfDay(daysBefore(dayOf(Date.now()), DAYS_OF[period] - 1));
    return { period, from: "", to: "", errors: {}, bounds: { from } };
  }
  if (requested !== "days") return { period: "", from: "", to: "", errors: {}, bounds: {} };
  return readDays(params, t);
}

function readDays(params: URLSearchParams, t: Translate): DayRange {
  const [from, to] = [typedDay(params, "from"), typedDay(params, "to")];
  const first = readValue(day, from, t("common:days.from"), t);
  const last = readValue(day, to, t("common:days.to"), t);
  const isReversed = first.value && last.value && first.value > last.value;
  return {
    period: from || to || params.has("period") ? "days" : "",
    from: first.value ?? from,
    to: last.value ?? to,
    errors: { from: first.problem, to: last.problem ?? (isReversed ? t("undo:reversed") : undefined) },
    bounds: {
      from: first.value ? startOfDay(first.value) : undefined,
      until: last.value ? endOfDay(last.value) : undefined,
    },
  };
}

function typedDay(params: URLSearchParams, name: "from" | "to"): string {
  return (params.get(name) ?? "").trim().slice(0, 20);
}
