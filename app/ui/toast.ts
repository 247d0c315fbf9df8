/** A message about something that a script did, such as „Skopiowano”. An action leaves a flash. */
export type Toast = {
  kind: "success" | "info" | "error";
  text: string;
  link?: { href: string; text: string };
  button?: { text: string; press: () => void };
};

const listeners = new Set<(toast: Toast) => void>();

/** Shows a toast in the page's place for messages (layouts/shell/flash-message.tsx). */
export function showToast(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}

/** @returns a function that unsubscribes */
export function subscribeToToasts(listener: (toast: Toast) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
