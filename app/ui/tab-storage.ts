/** Does nothing if the tab's storage is forbidden or full. */
export function storeInTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {}
}

export function takeFromTab(key: string): string | undefined {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value ?? undefined;
  } catch {
    return undefined;
  }
}
