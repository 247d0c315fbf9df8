/**
 * The page numbers worth a link: the first, the last, the current one with its neighbours; `undefined` stands for a gap
 * of two or more between them.
 */
export function shownPages(current: number, last: number): (number | undefined)[] {
  const near = [1, last, current - 1, current, current + 1].filter((page) => page >= 1 && page <= last);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((page, at) => {
    const missing = page - (numbers[at - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : [undefined, page];
  });
}
