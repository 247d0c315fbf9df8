/** What a document leaves to those that take its place in the same tab, when the app itself has it replaced. */
const KEY = "panel:handed-over:";

const givers = new Map<string, () => string | undefined>();

/** Has something handed over whenever the app replaces this document. */
export function handOver(name: string, give: () => string | undefined): void {
  givers.set(name, give);
}

/** Writes down all that is to be handed over; to be called just before the browser leaves. */
export function writeHandover(): void {
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
