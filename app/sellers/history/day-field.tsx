import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pl";
import { DateInput, DatesProvider } from "@mantine/dates";
import { useState } from "react";
import { formatDate } from "~/i18n/format";
import { useLocale } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { fromPolish, isDay } from "~/sellers/calendar-day";
import classes from "./day-field.module.css";
import { DAY_FIELD_LOOK, type DayFieldProps, isDayOrEmpty, NativeDayField } from "./day-range-fields";

/** A day typed as DD.MM.YYYY or picked from a calendar that starts on Monday; sent as it is written. */
export function DayField(props: DayFieldProps) {
  return isDayOrEmpty(props.day) ? <CalendarField {...props} /> : <NativeDayField {...props} />;
}

function CalendarField({ name, label, day, error }: DayFieldProps) {
  const t = useT();
  const locale = useLocale();
  const [today] = useState(() => parseDay(formatDate(Date.now())) ?? undefined);
  return (
    <DatesProvider settings={{ locale: locale === "pl" ? "pl" : "en", firstDayOfWeek: 1 }}>
      <DateInput
        id={name}
        label={label}
        defaultValue={day || null}
        error={error}
        valueFormat="DD.MM.YYYY"
        placeholder={t("history:dayFormat")}
        dateParser={parseDay}
        fixOnBlur={false}
        hideOutsideDates
        defaultDate={day || today}
        highlightToday
        getDayProps={(date) => markedDay(date === today)}
        popoverProps={{ withinPortal: false }}
        allowDeselect
        attributes={{ input: { name } }}
        {...DAY_FIELD_LOOK}
        classNames={{ day: classes.day }}
        ariaLabels={{
          previousMonth: t("history:previousMonth"),
          nextMonth: t("history:nextMonth"),
          monthLevelControl: t("history:chooseMonth"),
          yearLevelControl: t("history:chooseMonth"),
        }}
      />
    </DatesProvider>
  );
}

/** Today is Warsaw's (docs/product.md §9); the calendar's own would be that of the browser's time zone. */
function markedDay(isToday: boolean) {
  return { "data-today": isToday || undefined, "aria-current": isToday ? ("date" as const) : undefined };
}

/** @returns YYYY-MM-DD; null while what is typed is no day yet: a year of two digits may become one of four. */
function parseDay(text: string): string | null {
  const day = (/\d{4}/.test(text) && fromPolish(text)) || text.trim();
  return isDay(day) ? day : null;
}
