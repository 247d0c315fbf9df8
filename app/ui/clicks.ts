/** Whether the browser saves the response as a file. It fires `beforeunload` before it knows. */
export function isDownload({ pathname }: Pick<URL, "pathname">): boolean {
  return /\.(csv|xlsx)$/.test(pathname);
}

/** Whether the page stays when a person follows an address: a file, or a program as for `mailto:`. */
export function keepsPage(address: Pick<URL, "protocol" | "pathname">): boolean {
  return !/^https?:$/.test(address.protocol) || isDownload(address);
}

/** By attributes, because a field named "action" hides the form's property. */
export function formAddress({ target, submitter }: SubmitEvent): string {
  return submitter?.getAttribute("formaction") ?? (target as HTMLFormElement).getAttribute("action") ?? "";
}

/** The link that a click follows in this tab, unless a script has taken the click. */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || event.defaultPrevented || !isPlainClick(event)) return undefined;
  return link;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** A click with the main button and without keys that open links elsewhere. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
