import { daysOf, isNamedPeriod, type Period } from "~/domain/days";
import { historyColumns } from "~/domain/preferences";
import type { SellerFilter } from "~/domain/query";
import type { Translate } from "~/i18n/catalogues";
import { formatDay } from "~/i18n/format";

type FilterText = { filter: Exclude<keyof SellerFilter, "sort">; name: string; value?: string };

export function filterTexts(t: Translate, query: SellerFilter): FilterText[] {
  const { q, mpk, status, names, same } = query;
  const texts: (FilterText | "" | undefined)[] = [
    q && { filter: "q", name: t("sellers:filters.q"), value: q },
    mpk && { filter: "mpk", name: t("sellers:filters.mpk"), value: mpk },
    status && { filter: "status", name: t("sellers:list.statusLabel"), value: t(`sellers:status.${status}`) },
    names && { filter: "names", name: t("sellers:filters.names") },
    same && { filter: "same", name: t(`sellers:filters.same.${same}`) },
    ...historyColumns.map((filter) => {
      const period = query[filter];
      return period && { filter, name: t(`sellers:list.${filter}`), value: periodText(t, period) };
    }),
  ];
  return texts.flatMap((text) => text || []);
}

/** „Ostatnie 7 dni”, „01.03.2026 – 31.03.2026”, „01.03.2026 lub później”. */
function periodText(t: Translate, period: Period): string {
  if (isNamedPeriod(period)) return t(`sellers:periods.${period}`);
  const days = daysOf(period);
  const [from, to] = [formatDay(days.from), formatDay(days.to)];
  if (from && to) return `${from} – ${to}`;
  return from ? t("sellers:periods.since", { from }) : t("sellers:periods.until", { to });
}
