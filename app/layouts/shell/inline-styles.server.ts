import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { ASSETS_FOLDER } from "~/.server/http/bare-answers";
import { readCookies } from "~/.server/http/cookies";
import { SHEETS_COOKIE } from "~/cookie-names";
import type { InlineStyles } from "./inline-styles";

/**
 * The sheets of the page's routes, to stand in the page itself.
 * @returns undefined where the browser says that it has this build's sheets, and in development, where Vite has them
 */
export function inlineStyles(
  request: Request,
  { manifest, staticHandlerContext }: EntryContext,
): InlineStyles | undefined {
  if (!import.meta.env.PROD) return undefined;
  const { version } = manifest;
  if (readCookies(request.headers.get("Cookie")).get(SHEETS_COOKIE) === version) return undefined;
  const files = [...new Set(staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []))];
  return files.length > 0 ? { text: files.map(sheet).join("\n"), files, version } : undefined;
}

const sheets = new Map<string, string>();

function sheet(href: string): string {
  const known = sheets.get(href);
  if (known !== undefined) return known;
  const text = readFileSync(join(ASSETS_FOLDER, href), "utf8");
  // Nothing that the build makes of our sheets ends an element.
  if (/<\//.test(text)) throw new Error(`${href} can't stand in a page`);
  sheets.set(href, text);
  return text;
}
