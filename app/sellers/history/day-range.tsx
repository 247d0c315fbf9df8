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
import type { ShownRange } from "./history-query";

type DayRangeProps = Pick<ShownRange, "from" | "to"> & {
  errors: { from?: string; to?: string };
  className?: string;
};

export function DayRangeFields({ from, to, errors, className }: DayRangeProps) {
  const t = useT();
  const group = useRef<HTMLFieldSetElement>(null);
  const days = { from, to };
  // Each response has a new `errors` object, so a repeated error gets the focus again.
  useEffect(() => {
    if (!errors.from && !errors.to) return;
    const form = document.activeElement?.closest("form");
    // Leave the focus if the person is already in another field of the form.
    if (form === group.current?.form && !group.current?.contains(document.activeElement)) return;
    const field = group.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.focus();
    // The router may have scrolled to the top after the field's `autoFocus`.
    field?.scrollIntoView({ block: "nearest" });
  }, [errors]);
  return (
    <Group
      renderRoot={(props) => <fieldset {...props} ref={group} />}
      className={className}
      align="flex-start"
      gap="0.25rem 0.75rem"
    >
      <legend className={theme.spoken}>{t("common:days.range")}</legend>
      {(["from", "to"] as const).map((end) => (
        <Box key={end} flex="1 1 8rem">
          <DayField end={end} day={days[end]} error={errors[end]} />
        </Box>
      ))}
    </Group>
  );
}

type DayFieldProps = {
  end: "from" | "to";
  day: string;
  error?: string;
};

function DayField({ end, day, error }: DayFieldProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const Calendar = useCalendar();
  const [opened, setOpened] = useState<{ day: string | null }>();
  const open = () => setOpened({ day: parseDay(field.current?.value ?? "") });
  const closeAndFocus = () => {
    setOpened(undefined);
    field.current?.focus();
  };
  const choose = (newDay: string | null) => {
    if (field.current) field.current.value = newDay ? formatDay(newDay) : "";
    // On this event the form applies its filters.
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
    closeAndFocus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && opened) closeAndFocus();
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
        defaultValue={shownDay(day)}
        // Typing applies only complete days. When the person leaves the field, the server reports
        // an incomplete day.
        onBlur={({ currentTarget, relatedTarget }) => {
          const isInRange = relatedTarget?.closest("fieldset") === currentTarget.closest("fieldset");
          const isIncomplete = currentTarget.value !== "" && parseDay(currentTarget.value) === null;
          if (isIncomplete && !isInRange) currentTarget.form?.requestSubmit();
        }}
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

function useCalendar(): typeof DayCalendar | undefined {
  const [Calendar, setCalendar] = useState<typeof DayCalendar>();
  useEffect(() => {
    const loading = Promise.all([import("./day-calendar"), loadNamespaces("history")]);
    // Ignores a script that fails to load, because a day can still be typed.
    loading.then(([loaded]) => setCalendar(() => loaded.DayCalendar)).catch(() => undefined);
  }, []);
  return Calendar;
}

export function shownDay(day: string): string {
  return isDay(day) ? formatDay(day) : day;
}

/** @returns YYYY-MM-DD */
export function parseDay(text: string): string | null {
  const day = parsePolishDay(text) ?? text.trim();
  return isDay(day) ? day : null;
}
