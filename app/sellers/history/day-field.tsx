import { Box, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isDay, parsePolishDay } from "~/domain/days";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { formatDay } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { CalendarIcon } from "~/ui/icons";
import type { DayCalendar } from "./day-calendar";
import classes from "./day-field.module.css";

type DayFieldProps = {
  end: "from" | "to";
  name: string;
  /** YYYY-MM-DD, empty, or the invalid text as it was typed. */
  day: string;
  error?: string;
};

/** Takes a day as DD.MM.YYYY, which the form posts as typed. Scripts add a calendar. */
export function DayField({ end, name, day, error }: DayFieldProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const Calendar = useCalendar();
  const [opened, setOpened] = useState<{ day: string | null }>();
  const open = () => setOpened({ day: parseDay(field.current?.value ?? "") });
  const leave = () => {
    setOpened(undefined);
    field.current?.focus();
  };
  const choose = (chosen: string | null) => {
    if (field.current) field.current.value = chosen ? formatDay(chosen) : "";
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && opened) leave();
    else if (Calendar && event.key === "ArrowDown" && event.target === field.current) open();
    else return;
    event.preventDefault();
  };
  return (
    <Box pos="relative" onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        name={name}
        label={t(`common:days.${end}`)}
        defaultValue={isDay(day) ? formatDay(day) : day}
        error={error}
        placeholder={t("common:days.format")}
        autoComplete="off"
        autoFocus={error !== undefined}
        rightSection={
          Calendar && (
            <Button
              className={classes.open}
              variant="muted"
              aria-label={t(`history:calendar.${end}`)}
              aria-haspopup="dialog"
              aria-expanded={opened !== undefined}
              onClick={open}
            >
              <CalendarIcon />
            </Button>
          )
        }
      />
      {Calendar && <Calendar end={end} opened={opened} onChoose={choose} onClose={() => setOpened(undefined)} />}
    </Box>
  );
}

/** @returns undefined until the calendar's script is loaded, or if loading the script fails */
function useCalendar(): typeof DayCalendar | undefined {
  const [Calendar, setCalendar] = useState<typeof DayCalendar>();
  useEffect(() => {
    const loading = Promise.all([import("./day-calendar"), loadNamespaces("history")]);
    // Without the calendar a day can still be typed.
    loading.then(([loaded]) => setCalendar(() => loaded.DayCalendar)).catch(() => undefined);
  }, []);
  return Calendar;
}

/** @returns YYYY-MM-DD, or null for a text that is no day */
function parseDay(text: string): string | null {
  const day = parsePolishDay(text) ?? text.trim();
  return isDay(day) ? day : null;
}
