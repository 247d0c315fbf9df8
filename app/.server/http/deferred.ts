import { hasJavaScript } from "./has-javascript";

/**
 * Parts of a page that may come later than the page itself, for `<Deferred>`: promises where scripts can put them
 * into their places, and else what they come to.
 * @param parts promises that never reject
 */
export async function deferred<Parts extends Record<string, Promise<unknown>>>(
  request: Request,
  parts: Parts,
): Promise<{ [name in keyof Parts]: Parts[name] | Awaited<Parts[name]> }> {
  if (hasJavaScript(request)) return parts;
  const arrived = await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part]));
  return Object.fromEntries(arrived);
}
