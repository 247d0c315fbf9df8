import { daysOf, isNamedPeriod, type Period } from "~/domain/period";
import { formatDay } from "~/i18n/calendar";
import type { Translate } from "~/i18n/catalogues";

/** „Ostatnie 7 dni”, „01.03.2026 – 31.03.2026”, „01.03.2026 lub później”. */
export function periodText(t: Translate, period: Period): string {
  if (isNamedPeriod(period)) return t(`sellers:periods.${period}`);
  const days = daysOf(period);
  const [from, to] = [formatDay(days.from), formatDay(days.to)];
  return from && to
    ? `${from} – ${to}`
    : from
      ? t("sellers:periods.since", { from })
      : t("sellers:periods.until", { to });
}
