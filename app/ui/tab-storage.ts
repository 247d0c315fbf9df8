/** Stores or deletes a tab's value; does nothing where the storage is forbidden or full. */
export function storeInTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {}
}

/** Returns and deletes a tab's value; undefined if there is none or the storage is forbidden. */
export function takeFromTab(key: string): string | undefined {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}
