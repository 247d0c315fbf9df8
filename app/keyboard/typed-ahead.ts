/** The palette comes within this time, in ms, or the keys are the page's again. */
const HELD_MS = 10_000;
/** What one types with, or leaves a field by; combinations with Ctrl or ⌘ stay the browser's. */
const HELD = /^(.|Enter|Tab|Backspace|Escape)$/u;

let typed = "";
let holding: AbortController | undefined;

/** Holds back what is typed for a palette that is still being loaded, instead of letting the page have it; Escape calls the palette off. */
export function holdKeys(callOff: () => void): void {
  holding?.abort();
  const held = new AbortController();
  holding = held;
  setTimeout(() => held.abort(), HELD_MS);
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // AltGr, as in „ą”, is Ctrl and Alt on Windows.
    if (metaKey || (ctrlKey && !altKey) || !HELD.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key === "Escape") callOff();
    else if (key.length < 3) typed += key;
  };
  addEventListener("keydown", hold, { capture: true, signal: held.signal });
}

/** What was typed meanwhile; from here on keys go where the focus is. */
export function takeKeys(): string {
  holding?.abort();
  const taken = typed;
  typed = "";
  return taken;
}
