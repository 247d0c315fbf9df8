/** Keys that type or leave a field; combinations with Ctrl or ⌘ stay the browser's. */
const HELD_KEYS = /^(.|Enter|Tab|Backspace|Escape)$/u;

let typed = "";
let holding: AbortController | undefined;

/** Holds typed keys back from the page until the palette has loaded; Escape cancels it. */
export function holdKeys(cancel: () => void): void {
  holding?.abort();
  const controller = new AbortController();
  holding = controller;
  // If the palette doesn't load in time, the page gets the keys again.
  setTimeout(() => controller.abort(), 10_000);
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // On Windows AltGr, as in „ą”, is Ctrl and Alt.
    if (metaKey || (ctrlKey && !altKey) || !HELD_KEYS.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key === "Escape") cancel();
    else if (key.length < 3) typed += key;
  };
  addEventListener("keydown", hold, { capture: true, signal: controller.signal });
}

/** Returns what was typed meanwhile, and lets keys go to the focused element again. */
export function releaseKeys(): string {
  holding?.abort();
  const text = typed;
  typed = "";
  return text;
}
