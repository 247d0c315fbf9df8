/** Tells downloads apart: browsers fire `beforeunload` for them, although the page stays open. */
export function isDownload({ pathname }: Pick<URL, "pathname">): boolean {
  return /\.(csv|xlsx)$/.test(pathname);
}

export function keepsPage(address: Pick<URL, "protocol" | "pathname">): boolean {
  return !/^https?:$/.test(address.protocol) || isDownload(address);
}

/** Reads attributes, because a field named "action" hides the form's property. */
export function formAddress({ target, submitter }: SubmitEvent): string {
  return submitter?.getAttribute("formaction") ?? (target as HTMLFormElement).getAttribute("action") ?? "";
}

/** @returns undefined if the click opens no link in this tab, or a script has handled the click */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || event.defaultPrevented || !isPlainClick(event)) return undefined;
  return link;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
