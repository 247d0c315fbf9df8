import "@mantine/core/styles/Kbd.layer.css";
import { Group, Kbd } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";

const NAMES: Record<string, string> = { mod: "Ctrl", enter: "Enter", shift: "Shift" };

/** The keys of a shortcut as they are written on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation("keyboard");
  return (
    <Group component="span" gap="0.25rem" fz="0.8125rem">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span> {t("afterwards")} </span>}
          {key.split("+").map((each) => (
            <Kbd key={each}>{NAMES[each] ?? (each === "click" ? t("click") : each.toUpperCase())}</Kbd>
          ))}
        </Fragment>
      ))}
    </Group>
  );
}
