/** A stored text starts with the moment it expires at (15 digits of ms since the epoch), then comes the value. */
const EXPIRY_LENGTH = 15;

/** @param expiresAt in ms since the epoch */
export const pack = (expiresAt: number, value: string) => String(expiresAt).padStart(EXPIRY_LENGTH, "0") + value;

/** @returns `undefined` for a record that has expired, or that damage made unreadable. */
export function unpack(record: string | undefined, now: number): { expiresAt: number; value: string } | undefined {
  if (record === undefined) return undefined;
  const expiresAt = Number(record.slice(0, EXPIRY_LENGTH));
  return expiresAt > now ? { expiresAt, value: record.slice(EXPIRY_LENGTH) } : undefined;
}

/** In ms since the epoch; 0 for a record that damage made unreadable. */
export function expiryOf(record: string): number {
  return Number(record.slice(0, EXPIRY_LENGTH)) || 0;
}
