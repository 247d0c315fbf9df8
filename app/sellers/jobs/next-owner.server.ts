type Standing = {
  /** Jobs of this owner that are being worked on. */
  countOf: (owner: string) => number;
  /** The number of the job that this owner had begun last; 0 for none. */
  lastBegunOf: (owner: string) => number;
  /** Jobs of one owner at once. */
  max: number;
};

/** Whose job comes next: of those with the fewest at work, who has waited the longest. */
export function nextOwner(owners: readonly string[], { countOf, lastBegunOf, max }: Standing): string | undefined {
  const [next] = owners
    .filter((owner) => countOf(owner) < max)
    .sort((a, b) => countOf(a) - countOf(b) || lastBegunOf(a) - lastBegunOf(b));
  return next;
}
