import { gzipSync } from "node:zlib";

/** Bytes after gzip, fonts apart. */
export type Weight = { js: number; css: number; html: number };

/** What a browser with an empty cache loads to show a page: what the HTML names, and what those scripts import at once. */
export async function weigh(url: string, cookie: string): Promise<Weight> {
  const html = await (await fetch(url, { headers: { cookie } })).text();
  const { origin } = new URL(url);
  const named = [
    ...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g),
    ...html.matchAll(/(?:from|import)\s*\(?["'](\/[^"']+\.js)["']/g),
  ].map((match) => match[1] as string);
  const weight: Weight = { js: 0, css: 0, html: gzipSync(html).length };
  for (const path of new Set(named)) {
    const bytes = Buffer.from(await (await fetch(origin + path)).arrayBuffer());
    weight[path.endsWith(".css") ? "css" : "js"] += gzipSync(bytes, { level: 9 }).length;
  }
  return weight;
}
