type TurnState = {
  /** Jobs of this owner that are being worked on. */
  countOf: (owner: string) => number;
  /** The number of the turn that this owner had last; 0 for none. */
  lastTurnOf: (owner: string) => number;
  /** Jobs of one owner at once. */
  max: number;
};

/** Whose job comes next: of those with the fewest at work, who has waited the longest. */
export function nextOwner(owners: readonly string[], { countOf, lastTurnOf, max }: TurnState): string | undefined {
  const [next] = owners
    .filter((owner) => countOf(owner) < max)
    .sort((a, b) => countOf(a) - countOf(b) || lastTurnOf(a) - lastTurnOf(b));
  return next;
}
