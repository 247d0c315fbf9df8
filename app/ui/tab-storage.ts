/** Stores a value for this tab, or forgets it; not at all where storage is forbidden or full. */
export function storeInTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {}
}

/** Returns, once, what is stored for this tab. */
export function takeFromTab(key: string): string | undefined {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}
