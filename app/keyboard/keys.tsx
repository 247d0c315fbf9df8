import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import classes from "./keys.module.css";

/** The keys of a shortcut as they are written on the keyboard. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation("keyboard");
  return (
    <span className={classes.keys}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span> {t("afterwards")} </span>}
          {key === "mod+k" ? (
            <>
              <kbd>Ctrl</kbd>
              <kbd>K</kbd>
            </>
          ) : (
            <kbd>{key.toUpperCase()}</kbd>
          )}
        </Fragment>
      ))}
    </span>
  );
}
