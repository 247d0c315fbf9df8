import { Box, Group, TextInput } from "@mantine/core";
import { type ComponentType, type RefObject, useEffect, useRef, useState } from "react";
import { isDay } from "~/domain/period";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useT } from "~/i18n/use-t";
import theme from "~/ui/theme/components.module.css";

type DayRangeProps = {
  /** YYYY-MM-DD or empty. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
  /** The fields' names: `addedFrom` and `addedTo`; without it `from` and `to`. */
  prefix?: string;
};

/**
 * Native date inputs. Scripts replace them by fields with DD.MM.YYYY and a calendar that starts on
 * Monday, whatever the browser's language; the chunk of those fields is loaded later.
 */
export function DayRangeFields({ from, to, errors, prefix }: DayRangeProps) {
  const t = useT();
  const group = useRef<HTMLFieldSetElement>(null);
  const days = { from, to };
  const range = `${from} ${to}`;
  const { Field, typed } = useEnhancedField(group, range);
  // Each response has a new `errors` object, even with the same errors.
  useEffect(() => {
    if (!errors.from && !errors.to) return;
    const field = group.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.focus();
    // `autoFocus` may have come before the router scrolled to the page's top.
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
      {(["from", "to"] as const).map((end) => {
        const name = fieldName(prefix, end);
        const day = typed?.range === range ? (typed.days[name] ?? "") : days[end];
        // A date input would drop any other text, and lose what the person typed.
        const isDate = day === "" || isDay(day);
        const props = { end, name, label: t(`common:days.${end}`), day, error: errors[end] };
        return (
          <Box key={`${end} ${days[end]}`} flex="1 1 9.5rem">
            {isDate ? <Field {...props} /> : <NativeDayField {...props} type="text" />}
          </Box>
        );
      })}
    </Group>
  );
}

function fieldName(prefix: string | undefined, end: "from" | "to"): string {
  return prefix ? `${prefix}${end === "from" ? "From" : "To"}` : end;
}

type Enhanced = {
  Field: ComponentType<DayFieldProps>;
  /** What the native fields held when they were replaced, while the page showed `range`. */
  typed?: { range: string; days: Record<string, string> };
};

async function loadCalendar() {
  const words = loadNamespaces("history");
  try {
    const [loaded] = await Promise.all([import("./day-field"), words]);
    return loaded;
  } catch {
    return undefined;
  }
}

/** Replaces the fields only while none of them has the focus. */
function useEnhancedField(group: RefObject<HTMLFieldSetElement>, range: string) {
  const [enhanced, setEnhanced] = useState<Enhanced>({ Field: NativeDayField });
  const latestRange = useRef(range);
  latestRange.current = range;
  // Once the page has shown another range, what was typed doesn't return with this one.
  useEffect(() => {
    setEnhanced((now) => (now.typed && now.typed.range !== range ? { Field: now.Field } : now));
  }, [range]);
  useEffect(() => {
    let isUnmounted = false;
    void loadCalendar().then((loaded) => {
      const element = group.current;
      // Without the chunk the native fields stay.
      if (isUnmounted || !element || !loaded) return;
      const swap = () => {
        if (isUnmounted || element.contains(document.activeElement)) return;
        element.removeEventListener("focusout", later);
        const inputs = [...element.querySelectorAll("input")];
        const days = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
        setEnhanced({ Field: loaded.DayField, typed: { range: latestRange.current, days } });
      };
      // The focus moves only after this event.
      const later = () => setTimeout(swap);
      element.addEventListener("focusout", later);
      swap();
    });
    return () => {
      isUnmounted = true;
    };
  }, [group]);
  return enhanced;
}

export type DayFieldProps = { end: "from" | "to"; name: string; label: string; day: string; error?: string };

function NativeDayField({ name, label, day, error, type = "date" }: DayFieldProps & { type?: "date" | "text" }) {
  const t = useT();
  return (
    <TextInput
      name={name}
      {...(type === "date" ? { type, max: "9999-12-31" } : { placeholder: t("common:days.format") })}
      label={label}
      defaultValue={day}
      error={error}
      autoFocus={error !== undefined}
    />
  );
}
