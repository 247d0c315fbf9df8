/** The last page for a number beyond it, the first for anything else. */
export function requestedPage(params: URLSearchParams, pages: number): number {
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page >= 1 ? Math.min(page, Math.max(1, pages)) : 1;
}
