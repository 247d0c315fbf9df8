import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "~/ui";
import { CopyIcon, TickIcon } from "../icons";
import classes from "./copy-button.module.css";

/** How long the tick stays, in ms (docs/product.md §9: toast 3 s). */
const TOLD_FOR_MS = 3_000;

type CopyButtonProps = {
  /** What is copied; without any there is no button. */
  text: string;
  /** What the text is, as the page names it. */
  name: string;
};

/** Copies a value. Only a script can, so it appears with the scripts, and only where the browser lets them. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const { t } = useTranslation();
  const [able, setAble] = useState(false);
  const [ended, setEnded] = useState<"copied" | "failed">();

  // Browsers deny the clipboard to pages that came by plain http.
  useEffect(() => setAble(navigator.clipboard !== undefined), []);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => setEnded(undefined), TOLD_FOR_MS);
    return () => clearTimeout(timer);
  }, [ended]);

  if (!able || !text) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setEnded("copied"),
      () => setEnded("failed"),
    );
  return (
    <span className={classes.copy}>
      <button type="button" className={classes.button} onClick={copy} aria-label={t("copy.button", { name })}>
        {ended === "copied" ? <TickIcon size={16} /> : <CopyIcon size={16} />}
      </button>
      <span role="status" className={classes.said}>
        {ended === "copied" && t("copy.copied")}
        {ended === "copied" && <VisuallyHidden>: {name}</VisuallyHidden>}
        {ended === "failed" && t("copy.failed")}
      </span>
    </span>
  );
}
