/**
 * Whether something that this process noted happened less than `ms` ago. A moment ahead of now doesn't count: the machine's clock was set
 * back since, and what is believed for a minute would be believed for an hour or a day.
 * @param at in ms since the epoch; undefined for what never happened
 */
export function isRecent(ms: number, at: number | undefined): boolean {
  const age = Date.now() - (at ?? Number.NaN);
  return age >= 0 && age < ms;
}
