/** The result of a script, for example „Skopiowano”. The result of an action is a flash. */
export type Toast = {
  kind: "success" | "info" | "error";
  text: string;
  link?: { href: string; text: string };
  button?: { text: string; press: () => void };
};

/** docs/product.md §9. Errors, and messages with a link or a button, have no timer. */
export const TOAST_MS = 3_000;
export const NOTIFICATION_MS = 4_500;

/** Whether a toast or a flash is on screen; `FlashMessage` keeps it current. */
export const messagePlace = { isTaken: false };

const listeners = new Set<(toast: Toast) => void>();

export function showToast(toast: Toast): void {
  for (const listener of listeners) listener(toast);
}

export function subscribeToToasts(listener: (toast: Toast) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
