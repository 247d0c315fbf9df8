/** The usual cases of a test, with `npm test -- --all` also the rare or slow ones. */
export function withRare<Case>(usual: Case[], rare: Case[]): Case[] {
  return process.env.PANEL_ALL_TESTS ? [...usual, ...rare] : usual;
}
