import { TextInput, type TextInputProps } from "@mantine/core";
import { isDay } from "~/domain/period";
import { useT } from "~/i18n/use-t";

/** Both fields share these, so nothing shifts when the calendar replaces the native one. */
export const DAY_FIELD_LOOK = { flex: "1 1 9.5rem" } satisfies TextInputProps;

export type DayFieldProps = { end: "from" | "to"; name: string; label: string; day: string; error?: string };

/** A date input would drop any other text, and lose what the person typed. */
export function isDayOrEmpty(day: string): boolean {
  return day === "" || isDay(day);
}

/** A date input, or a text input for text that is no date. */
export function NativeDayField({ name, label, day, error }: DayFieldProps) {
  const t = useT();
  return (
    <TextInput
      name={name}
      {...(isDayOrEmpty(day) ? { type: "date", max: "9999-12-31" } : { placeholder: t("common:days.format") })}
      label={label}
      defaultValue={day}
      error={error}
      autoFocus={error !== undefined}
      {...DAY_FIELD_LOOK}
    />
  );
}
