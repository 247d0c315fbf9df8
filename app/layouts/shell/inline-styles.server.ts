import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { CLIENT_FOLDER } from "~/.server/http/built-files";
import { readCookies } from "~/.server/http/cookies";
import { SHEETS_COOKIE } from "~/cookie-names";
import type { InlineSheets } from "./document-context";

/** @returns the sheets to inline; undefined in development and if the page or browser needs none */
export function inlineStyles(
  request: Request,
  { manifest, staticHandlerContext }: EntryContext,
): InlineSheets | undefined {
  if (!import.meta.env.PROD) return undefined;
  const { version } = manifest;
  if (readCookies(request.headers.get("Cookie")).get(SHEETS_COOKIE) === version) return undefined;
  const hrefs = [...new Set(staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []))];
  return hrefs.length > 0 ? { text: hrefs.map(readSheet).join(""), hrefs, version } : undefined;
}

const sheets = new Map<string, string>();

function readSheet(href: string): string {
  const cached = sheets.get(href);
  if (cached) return cached;
  const text = readFileSync(join(CLIENT_FOLDER, href), "utf8");
  // Refuses a sheet with a closing tag, which would end the style element.
  if (text.includes("</")) throw new Error(`${href} can't stand in a page`);
  sheets.set(href, text);
  return text;
}
