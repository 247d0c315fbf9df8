import { storeInTab, takeFromTab } from "./tab-storage";

/** The tab's storage keeps values, such as ticked rows, for the tab's next document. */
const KEY = "panel:handed-over:";

const readers = new Map<string, () => string | undefined>();

/** @param read called when this document ends */
export function handOver(name: string, read: () => string | undefined): void {
  if (readers.size === 0) window.addEventListener("pagehide", writeHandover);
  readers.set(name, read);
}

/** For a sign-out, which must not hand over the person's ticked rows. */
export function cancelHandover(): void {
  window.removeEventListener("pagehide", writeHandover);
}

function writeHandover(): void {
  for (const [name, read] of readers) storeInTab(KEY + name, read());
}

export const takeHandover = (name: string): string | undefined => takeFromTab(KEY + name);
