/**
 * Whether a moment that this process noted lies within so long before now. A moment ahead of now doesn't: the machine's clock was set
 * back since, and what was to be believed, or left alone, for a minute would be so for an hour or a day.
 * @param at in ms since the epoch
 */
export function wasWithin(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}
