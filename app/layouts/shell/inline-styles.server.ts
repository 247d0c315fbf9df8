import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { ASSETS_FOLDER } from "~/.server/http/built-files";
import { readCookies } from "~/.server/http/cookies";
import { SHEETS_COOKIE } from "~/cookie-names";
import type { InlineStyles } from "./inline-styles";

/**
 * Stands for the sheets' 75 kB while a page is rendered. React escapes what a page shows, so
 * nothing else reads like this.
 */
const STAND_IN = "<sheets>";

/**
 * The sheets of the page's routes; their text is a stand-in.
 * @returns undefined if the browser has this build's sheets, and in development
 */
export function inlineStyles(
  request: Request,
  { manifest, staticHandlerContext }: EntryContext,
): InlineStyles | undefined {
  if (!import.meta.env.PROD) return undefined;
  const { version } = manifest;
  if (readCookies(request.headers.get("Cookie")).get(SHEETS_COOKIE) === version) return undefined;
  const files = [...new Set(staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []))];
  return files.length > 0 ? { text: STAND_IN, files, version } : undefined;
}

/** For a page that goes out as it is drawn. */
export function withText(sheets: InlineStyles): InlineStyles {
  return { ...sheets, text: Buffer.concat(sheets.files.map(sheet)).toString() };
}

/** A page that was drawn with the stand-in, as it is sent. */
export function withSheets(html: string, { files }: InlineStyles): Buffer<ArrayBuffer> {
  const at = html.indexOf(STAND_IN);
  const [before, after] = [html.slice(0, at), html.slice(at + STAND_IN.length)];
  return Buffer.concat([Buffer.from(before), ...files.map(sheet), Buffer.from(after)]);
}

const sheets = new Map<string, Buffer>();

function sheet(href: string): Buffer {
  const cached = sheets.get(href);
  if (cached) return cached;
  const bytes = readFileSync(join(ASSETS_FOLDER, href));
  // Nothing that the build makes of our sheets ends an element.
  if (bytes.includes("</")) throw new Error(`${href} can't stand in a page`);
  sheets.set(href, bytes);
  return bytes;
}
