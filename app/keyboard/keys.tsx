import "@mantine/core/styles/Kbd.layer.css";
import { Group, Kbd } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";

/** The keys of a shortcut as they are written on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation("keyboard");
  return (
    <Group component="span" gap="0.25rem" wrap="nowrap" fz="0.8125rem">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span> {t("afterwards")} </span>}
          {key === "mod+k" ? (
            <>
              <Kbd>Ctrl</Kbd>
              <Kbd>K</Kbd>
            </>
          ) : (
            <Kbd>{key.toUpperCase()}</Kbd>
          )}
        </Fragment>
      ))}
    </Group>
  );
}
