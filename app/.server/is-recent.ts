/**
 * Whether something happened less than `ms` ago. A moment in the future doesn't count: after the
 * clock was set back, a minute's cache would last for hours.
 */
export function isRecent(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}
