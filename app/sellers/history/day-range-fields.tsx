import { Group, Text, TextInput, type TextInputProps } from "@mantine/core";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { isDay } from "~/domain/calendar-day";
import { useT } from "~/i18n/use-t";

type DayRangeProps = {
  /** YYYY-MM-DD or empty. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
};

/**
 * The browser's own field and the calendar's have one look: nothing shifts when one takes the other's place. What is
 * wrong stands before the field, as in other forms, so that the row's fields stay in line.
 */
export const DAY_FIELD_LOOK = {
  flex: "1 1 9.5rem",
  inputWrapperOrder: ["label", "error", "input"],
} satisfies TextInputProps;

export type DayFieldProps = { name: "from" | "to"; label: string; day: string; error?: string };

/**
 * The fields `from` and `to` of a form: native date inputs, which scripts turn into ones that say DD.MM.YYYY and start
 * the week on Monday whatever the browser's own language (docs/product.md §9). Those come in a chunk of their own.
 */
export function DayRangeFields({ from, to, errors }: DayRangeProps) {
  const t = useT();
  const group = useRef<HTMLFieldSetElement>(null);
  const days = { from, to };
  const shown = `${from} ${to}`;
  const { Field, typed } = useEnhancedField(group, shown);
  // Each answer has errors of its own, be they the same once more.
  useEffect(() => {
    if (errors.from || errors.to) group.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  return (
    <Group
      renderRoot={(props) => <fieldset {...props} ref={group} />}
      align="flex-end"
      gap="0.25rem 0.75rem"
      // As wide as two fields of the form around it.
      flex="2 1 19.75rem"
      maw="45.75rem"
    >
      <Text component="legend" c="dimmed" mb="0.25rem">
        {t("history:range")}
      </Text>
      {(["from", "to"] as const).map((name) => (
        <Field
          key={`${name} ${days[name]}`}
          name={name}
          label={t(`history:${name}`)}
          day={typed?.on === shown ? (typed.days[name] ?? "") : days[name]}
          error={errors[name]}
        />
      ))}
    </Group>
  );
}

type Enhanced = {
  Field: ComponentType<DayFieldProps>;
  /** What the native fields held when they were replaced, and on which page. */
  typed?: { on: string; days: Record<string, string> };
};

/** Nobody's field changes under their hands: a range that has the focus is left as it is until the focus leaves it. */
function useEnhancedField(group: RefObject<HTMLFieldSetElement>, shown: string) {
  const [enhanced, setEnhanced] = useState<Enhanced>({ Field: NativeDayField });
  const shownNow = useRef(shown);
  shownNow.current = shown;
  useEffect(() => {
    let gone = false;
    const loading = import("./day-field").catch(() => undefined);
    void loading.then((loaded) => {
      const element = group.current;
      // Without its chunk the browser's own field stays.
      if (gone || !element || !loaded) return;
      const swap = () => {
        if (gone || element.contains(document.activeElement)) return;
        element.removeEventListener("focusout", later);
        const inputs = [...element.querySelectorAll("input")];
        const days = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
        setEnhanced({ Field: loaded.DayField, typed: { on: shownNow.current, days } });
      };
      // The focus has moved only after this event.
      const later = () => setTimeout(swap);
      element.addEventListener("focusout", later);
      swap();
    });
    return () => {
      gone = true;
    };
  }, [group]);
  return enhanced;
}

/** Whether a field for dates can hold it, as YYYY-MM-DD: what is no date it would drop, and with it what was typed. */
export function isDayOrEmpty(day: string): boolean {
  return day === "" || isDay(day);
}

/** The browser's own field; for what is no date a plain one. */
export function NativeDayField({ name, label, day, error }: DayFieldProps) {
  const t = useT();
  return (
    <TextInput
      id={name}
      name={name}
      {...(isDayOrEmpty(day) ? { type: "date", max: "9999-12-31" } : { placeholder: t("history:dayFormat") })}
      label={label}
      defaultValue={day}
      error={error}
      // Reading goes on at what is wrong, as in other forms.
      autoFocus={error !== undefined}
      {...DAY_FIELD_LOOK}
    />
  );
}
