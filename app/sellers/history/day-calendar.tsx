import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pl";
import { Box, Popover } from "@mantine/core";
import { DatePicker, DatesProvider } from "@mantine/dates";
import { useRef, useState } from "react";
import { dayOf } from "~/i18n/format";
import { useLocale, useT } from "~/i18n/hooks";
import classes from "./day-range.module.css";

type DayCalendarProps = {
  end: "from" | "to";
  /** The field's day (YYYY-MM-DD) when the calendar was opened; undefined while it is closed. */
  opened: { day: string | null } | undefined;
  onChoose: (day: string | null) => void;
  onClose: () => void;
};

export function DayCalendar({ end, opened, onChoose, onClose }: DayCalendarProps) {
  const t = useT();
  const locale = useLocale();
  const calendar = useRef<HTMLDivElement>(null);
  const [today] = useState(() => dayOf(Date.now()));
  const day = opened?.day ?? null;
  return (
    <DatesProvider settings={{ locale: locale === "pl" ? "pl" : "en", firstDayOfWeek: 1 }}>
      <Popover
        opened={opened !== undefined}
        onChange={onClose}
        position="bottom-start"
        withinPortal={false}
        withRoles={false}
        trapFocus
        // `DayField` handles Escape itself, so that Escape doesn't also close a menu around it.
        closeOnEscape={false}
      >
        <Popover.Target>
          <Box pos="absolute" inset={0} style={{ pointerEvents: "none" }} />
        </Popover.Target>
        <Popover.Dropdown ref={calendar} role="dialog" aria-label={t(`history:calendar.${end}`)}>
          <DatePicker
            value={day}
            defaultDate={day ?? today}
            onChange={onChoose}
            allowDeselect
            hideOutsideDates
            highlightToday
            getDayProps={(date) => ({
              ...markedDay(date === today),
              "data-autofocus": date === (day ?? today) || undefined,
            })}
            // The pressed button („Listopad 2026”) disappears, so focus the table.
            onLevelChange={() => requestAnimationFrame(() => focusTable(calendar.current))}
            classNames={{ day: classes.day }}
            ariaLabels={{
              previousMonth: t("history:previousMonth"),
              nextMonth: t("history:nextMonth"),
              monthLevelControl: t("history:chooseMonth"),
              yearLevelControl: t("history:chooseMonth"),
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  );
}

function focusTable(calendar: HTMLElement | null): void {
  calendar?.querySelector<HTMLElement>("table button[tabindex='0']")?.focus();
}

/** Marks today in Warsaw; the calendar itself would mark today in the browser's time zone. */
function markedDay(isToday: boolean) {
  return { "data-today": isToday || undefined, "aria-current": isToday ? ("date" as const) : undefined };
}
