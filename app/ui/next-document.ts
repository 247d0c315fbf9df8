import { storeInTab, takeFromTab } from "./tab-storage";

/** Prefix of the storage keys for values, such as ticked rows, that the tab's next document takes. */
const KEY = "panel:handed-over:";

const readers = new Map<string, () => string | undefined>();

/** Hands a value over to the tab's next document. @param read called when this document ends */
export function handOver(name: string, read: () => string | undefined): void {
  if (readers.size === 0) window.addEventListener("pagehide", writeHandover);
  readers.set(name, read);
}

/** From now on this document hands nothing over, because its person signs out. */
export function cancelHandover(): void {
  window.removeEventListener("pagehide", writeHandover);
}

function writeHandover(): void {
  for (const [name, read] of readers) storeInTab(KEY + name, read());
}

/** Returns and deletes what the tab's last document handed over; undefined if there is nothing. */
export const takeHandover = (name: string): string | undefined => takeFromTab(KEY + name);
