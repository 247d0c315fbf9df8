/** A message about something that a script did, such as „Skopiowano”. An action leaves a flash. */
export type Toast = {
  kind: "success" | "info" | "error";
  text: string;
  link?: { href: string; text: string };
  button?: { text: string; press: () => void };
};

/** How long a toast stays, unless it is an error or has a link or a button (docs/product.md §9). */
export const TOAST_MS = 3_000;
/** How long the message of an action (a flash) stays. */
export const NOTIFICATION_MS = 4_500;

/** Whether a toast or a flash is on screen; `FlashMessage` keeps it current. */
export const messagePlace = { isTaken: false };

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
