import { Box, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";
import { DayField } from "./day-field";

type DayRangeProps = {
  /** YYYY-MM-DD, empty, or an invalid text as it was typed. */
  from: string;
  to: string;
  errors: { from?: string; to?: string };
  /** `added` names the fields `addedFrom` and `addedTo`; without a prefix: `from` and `to`. */
  prefix?: string;
};

export function DayRangeFields({ from, to, errors, prefix }: DayRangeProps) {
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
          <DayField end={end} name={fieldName(prefix, end)} day={days[end]} error={errors[end]} />
        </Box>
      ))}
    </Group>
  );
}

function fieldName(prefix: string | undefined, end: "from" | "to"): string {
  return prefix ? `${prefix}${end === "from" ? "From" : "To"}` : end;
}
