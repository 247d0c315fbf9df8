import { gzipSync } from "node:zlib";

/**
 * Bytes as they are sent to a browser that takes Brotli, the page's HTML after gzip, and in how
 * many files. `words` are the page's texts, modules as well, which `js` leaves out; `scriptsGzip`
 * are both together after gzip, for browsers without Brotli.
 */
export type Weight = Record<"js" | "words" | "css" | "fonts" | "html" | "scriptsGzip", number> & {
  files: Record<"js" | "words" | "css" | "fonts", number>;
};

/**
 * What a browser with an empty cache loads for a page: what its header and HTML name, and what
 * those import.
 */
export async function weigh(url: string, cookie: string): Promise<Weight> {
  const answer = await fetch(url, { headers: { cookie } });
  const html = await answer.text();
  const { origin } = new URL(url);
  const named = [
    ...(answer.headers.get("link") ?? "").matchAll(/<(\/[^>]+)>/g),
    ...html.matchAll(/ (?:src|href)="(\/[^"]+\.(?:js|css|woff2))"(?! disabled)/g),
    ...html.matchAll(/(?:from|import)\s*\(?["'](\/[^"']+\.js)["']/g),
  ].map((match) => match[1] as string);
  const files = { js: 0, words: 0, css: 0, fonts: 0 };
  const weight: Weight = { ...files, html: gzipSync(html).length, scriptsGzip: 0, files };
  for (const path of new Set(named)) {
    const file = await fetch(origin + path, { headers: { "Accept-Encoding": "br, gzip" } });
    const bytes = Buffer.from(await file.arrayBuffer());
    const kind = kindOf(path);
    // What is compressed for each request anew, as other servers do, says no length.
    weight[kind] += Number(file.headers.get("content-length")) || gzipSync(bytes, { level: 9 }).length;
    weight.files[kind] += 1;
    if (kind === "js" || kind === "words") weight.scriptsGzip += gzipSync(bytes, { level: 9 }).length;
  }
  return weight;
}

function kindOf(path: string): keyof Weight["files"] {
  if (path.endsWith(".css")) return "css";
  if (path.endsWith(".woff2")) return "fonts";
  return path.includes("/words-") ? "words" : "js";
}
