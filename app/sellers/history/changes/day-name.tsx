import { dayOf, daysBefore, formatDay } from "~/i18n/calendar";
import { useT } from "~/i18n/use-t";

/** A day as people say it: today, yesterday, and its date. @param now in ms since the epoch, as the server knows it */
export function DayName({ day, now }: { day: string; now: number }) {
  const t = useT();
  const today = dayOf(now);
  const near = day === today ? t("history:today") : day === daysBefore(today, 1) ? t("history:yesterday") : undefined;
  return (
    <>
      {near && `${near}, `}
      <time dateTime={day}>{formatDay(day)}</time>
    </>
  );
}
