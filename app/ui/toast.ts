/** A message about something that a script did. An action's answer is a flash instead. */
export type Toast = { kind: "success" | "info" | "error"; text: string; link?: { href: string; text: string } };

const listeners = new Set<(toast: Toast) => void>();

/** Has the page's one place for messages (layouts/shell/flash-message.tsx) show it. */
export function showToast(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}

/** @returns what ends it */
export function onToast(listener: (toast: Toast) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
