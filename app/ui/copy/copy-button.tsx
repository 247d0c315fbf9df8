import { useEffect, useState } from "react";
import type { Translate } from "~/i18n/catalogues";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui/button";
import { CopyIcon } from "../icons";
import { showToast } from "../toast";

type CopyButtonProps = {
  text: string;
  name: string;
};

export function copyText(t: Translate, text: string, name: string): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => showToast({ kind: "success", text: t("common:copy.copied", { name }) }),
    () => showToast({ kind: "error", text: t("common:copy.failed") }),
  );
}

export function CopyButton({ text, name }: CopyButtonProps) {
  const t = useT();
  const [canCopy, setCanCopy] = useState(false);

  // Set in the browser, because pages over plain http have no clipboard: the server can't know.
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);

  if (!canCopy || !text) return null;
  return (
    <Button
      variant="muted"
      isSmall
      // The margins keep a line of text with this button as high as one without.
      style={{ margin: "-0.375rem 0 -0.375rem 0.375rem", paddingInline: "0.5rem" }}
      data-command
      onClick={() => copyText(t, text, name)}
      aria-label={t("common:copy.button", { name })}
    >
      <CopyIcon size={16} />
    </Button>
  );
}
