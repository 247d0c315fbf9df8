import "@mantine/core/styles/Kbd.layer.css";
import { Group, Kbd } from "@mantine/core";
import { useTranslation } from "react-i18next";

const NAMES: Record<string, string> = { mod: "Ctrl", enter: "Enter", shift: "Shift" };

/** The keys of a shortcut as they are written on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation("keyboard");
  return (
    <Group component="span" gap="0.25rem" fz="0.8125rem">
      {keys.split("+").map((key) => (
        <Kbd key={key}>{NAMES[key] ?? (key === "click" ? t("click") : key.toUpperCase())}</Kbd>
      ))}
    </Group>
  );
}
