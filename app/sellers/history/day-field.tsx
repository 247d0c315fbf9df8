import { Button } from "~/ui";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pl";
import { Box, Popover, TextInput } from "@mantine/core";
import { DatePicker, DatesProvider } from "@mantine/dates";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { fromPolish, isDay } from "~/domain/period";
import { formatDay } from "~/i18n/calendar";
import { formatDate } from "~/i18n/format";
import { useLocale } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { CalendarIcon } from "~/ui/icons";
import classes from "./day-field.module.css";
import type { DayFieldProps } from "./day-range-fields";

/** A day typed as DD.MM.YYYY or picked from a calendar; sent as it is written. */
export function DayField({ end, name, label, day: initialDay, error }: DayFieldProps) {
  const t = useT();
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const [today] = useState(() => parseDay(formatDate(Date.now())) ?? undefined);
  const [text, setText] = useState(initialDay && formatDay(initialDay));
  /** `shown`: the focus stays in the text field; `focused`: it moves into the calendar. */
  const [opened, setOpened] = useState<"shown" | "focused">();
  const day = parseDay(text);
  const close = () => setOpened(undefined);
  const leave = () => {
    close();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && opened) leave();
    else if (event.key === "ArrowDown" && event.target === field.current) setOpened("focused");
    else return;
    event.preventDefault();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  const calendarName = t(`history:calendar.${end}`);
  return (
    <DatesProvider settings={{ locale: locale === "pl" ? "pl" : "en", firstDayOfWeek: 1 }}>
      <Box onKeyDown={onKeyDown} onBlur={onBlur}>
        <Popover
          opened={opened !== undefined}
          onChange={close}
          position="bottom-start"
          withinPortal={false}
          withRoles={false}
          // `onKeyDown` handles Escape and prevents its default: a menu around it stays open.
          closeOnEscape={false}
          trapFocus={opened === "focused"}
        >
          <Popover.Target>
            <TextInput
              ref={field}
              name={name}
              label={label}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onClick={() => setOpened("shown")}
              error={error}
              placeholder={t("common:days.format")}
              autoComplete="off"
              rightSection={
                <Button
                  className={classes.open}
                  variant="muted"
                  aria-label={calendarName}
                  aria-haspopup="dialog"
                  aria-expanded={opened !== undefined}
                  onClick={() => setOpened("focused")}
                >
                  <CalendarIcon />
                </Button>
              }
            />
          </Popover.Target>
          <Popover.Dropdown
            ref={calendar}
            role="dialog"
            aria-label={calendarName}
            // A press between the buttons must not take the focus away.
            onMouseDown={(event) => event.preventDefault()}
          >
            <DatePicker
              // A new key shows the month of the typed day.
              key={day}
              value={day}
              defaultDate={day ?? today}
              onChange={(chosen) => {
                setText(chosen ? formatDay(chosen) : "");
                leave();
              }}
              allowDeselect
              hideOutsideDates
              highlightToday
              getDayProps={(date) => ({
                ...markedDay(date === today),
                "data-autofocus": date === (day ?? today) || undefined,
              })}
              // The pressed button has gone, so the focus needs a new place.
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
      </Box>
    </DatesProvider>
  );
}

function focusTable(calendar: HTMLElement | null): void {
  calendar?.querySelector<HTMLElement>("table button[tabindex='0']")?.focus();
}

/** Warsaw's today; the calendar itself would mark the browser's. */
function markedDay(isToday: boolean) {
  return { "data-today": isToday || undefined, "aria-current": isToday ? ("date" as const) : undefined };
}

/** @returns YYYY-MM-DD, or null: a year of two digits may be an unfinished one of four. */
function parseDay(text: string): string | null {
  const day = (/\d{4}/.test(text) && fromPolish(text)) || text.trim();
  return isDay(day) ? day : null;
}
