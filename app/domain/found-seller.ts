/** A seller as the command palette shows it. */
export type FoundSeller = { id: string; name: string; email: string; mpk: string };
