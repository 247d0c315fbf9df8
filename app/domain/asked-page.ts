/** The page of so many that `?page=` asks for: the last one beyond it, and the first for what is no page. */
export function askedPage(params: URLSearchParams, pages: number): number {
  const asked = Number(params.get("page"));
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, Math.max(1, pages)) : 1;
}
