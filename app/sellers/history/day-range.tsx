import { Box, Group, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isDay, parsePolishDay } from "~/domain/days";
import { loadNamespaces } from "~/i18n/browser-i18n.client";
import { formatDay } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { CalendarIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { DayCalendar } from "./day-calendar";
import classes from "./day-range.module.css";

type DayRangeProps = {
  /** YYYY-MM-DD, empty, or an invalid text as it was typed. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
};

export function DayRangeFields({ from, to, errors }: DayRangeProps) {
  const t = useT();
  const group = useRef<HTMLFieldSetElement>(null);
  const days = { from, to };
  // Each response has a new `errors` object, so the same error takes the focus again.
  useEffect(() => {
    if (!errors.from && !errors.to) return;
    const field = group.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.focus();
    // The router may have scrolled to the page's top after the field's `autoFocus`.
    field?.scrollIntoView({ block: "nearest" });
  }, [errors]);
  return (
    <Group
      renderRoot={(props) => <fieldset {...props} ref={group} />}
      align="flex-end"
      gap="0.25rem 0.75rem"
      flex="2 1 19.75rem"
      maw="45.75rem"
    >
      <legend className={theme.spoken}>{t("common:days.range")}</legend>
      {(["from", "to"] as const).map((end) => (
        // A new key mounts the uncontrolled field again with the day that a link or Back leads to.
        <Box key={`${end} ${days[end]}`} flex="1 1 9.5rem">
          <DayField end={end} day={days[end]} error={errors[end]} />
        </Box>
      ))}
    </Group>
  );
}

type DayFieldProps = {
  end: "from" | "to";
  /** YYYY-MM-DD, empty, or the invalid text as it was typed. */
  day: string;
  error?: string;
};

/** Takes a day as DD.MM.YYYY, which the form posts as typed. Scripts add a calendar. */
function DayField({ end, day, error }: DayFieldProps) {
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
        name={end}
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
