/** Prefix of the storage keys for what a document leaves to the next one in its tab. */
const KEY = "panel:handed-over:";

const givers = new Map<string, () => string | undefined>();

/** Has something handed over when this document goes. */
export function handOver(name: string, give: () => string | undefined): void {
  if (givers.size === 0) window.addEventListener("pagehide", writeHandover);
  givers.set(name, give);
}

/** Leaves nothing to anybody: the person signs out. */
export function handOverNothing(): void {
  window.removeEventListener("pagehide", writeHandover);
}

function writeHandover(): void {
  for (const [name, give] of givers) {
    const value = give();
    try {
      if (value === undefined) sessionStorage.removeItem(KEY + name);
      else sessionStorage.setItem(KEY + name, value);
    } catch {
      // Storage may be forbidden or full; then the next document begins anew.
    }
  }
}

/** What a document before this one handed over; it is given out once. */
export function takeHandover(name: string): string | undefined {
  try {
    const value = sessionStorage.getItem(KEY + name);
    sessionStorage.removeItem(KEY + name);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}
