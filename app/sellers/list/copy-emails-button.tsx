import { type MouseEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { Button } from "~/ui";
import { showToast } from "~/ui/toast";

/** Without scripts, or without a clipboard, the button leads to a page of the addresses. */
export function CopyEmailsButton() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const isFallback = useRef(false);
  const copy = async (event: MouseEvent<HTMLButtonElement>) => {
    const button = event.currentTarget;
    if (isFallback.current || !button.form || !navigator.clipboard?.write) return;
    event.preventDefault();
    const text = fetchText(href("/sellers/emails.txt"), button.form);
    try {
      // Begun within the click: browsers allow writing to the clipboard for a moment after it, and
      // wait for the text.
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      const count = (await text).split("; ").filter(Boolean).length;
      showToast({ kind: "success", text: t("emails.copied", { count }) });
    } catch {
      isFallback.current = true;
      button.click();
      isFallback.current = false;
    }
  };
  return (
    <Button type="submit" variant="subtle" formAction={href("/sellers/emails")} onClick={copy}>
      {t("emails.copy")}
    </Button>
  );
}

async function fetchText(url: string, form: HTMLFormElement): Promise<string> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (!response.ok) throw new Error(`Answered with ${response.status}`);
  return response.text();
}
