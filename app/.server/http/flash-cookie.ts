import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/.server/env";
import { FLASH_SEEN_COOKIE } from "~/cookie-names";
import { cookieName, readCookies } from "./cookies";

const MAX_AGE_SECONDS = 60;
/** The clocks of two servers may differ. */
const GOOD_FOR_MS = 2 * MAX_AGE_SECONDS * 1000;
const MAX_SENTENCE_LENGTH = 120;
/** Browsers keep 4096 bytes of a cookie with all its attributes (RFC 6265 §6.1). */
const MAX_COOKIE_LENGTH = 4_096;

const linkSchema = z.object({ href: z.string().refine(isLocalPath), text: z.string() });

/** Another version of the app may have signed another shape. */
const schema = z.object({
  id: z.string().regex(/^[\w-]{11}$/),
  /** In ms since the epoch. */
  until: z.number(),
  kind: z.enum(["success", "info", "error"]),
  text: z.string(),
  link: linkSchema.optional(),
  /** Two further sentences with links at most, e.g. to sellers with the same e-mail address. */
  also: z.array(z.object({ text: z.string(), link: linkSchema })).optional(),
  /** A button that takes the action back: its form is posted to the page that shows it. */
  undo: z.object({ text: z.string(), name: z.string(), value: z.string() }).optional(),
  /** It is shown there instead of above the page. */
  at: z.literal("selection").optional(),
  brief: z.literal(true).optional(),
});

/** The browser confirms by the id that it showed the message. */
export type ArrivingFlash = Omit<z.infer<typeof schema>, "until">;
/** A message shown once on the next page, in the person's language. */
export type Flash = Omit<ArrivingFlash, "id">;

const FLASH_COOKIE = "flash";

/** Signed for one person, so that neither a planted cookie nor another person's shows a message. */
function cookieFor(sub: string) {
  const { APP_URL, SESSION_SECRET } = env();
  return createCookie(cookieName(FLASH_COOKIE), {
    httpOnly: true,
    maxAge: MAX_AGE_SECONDS,
    path: "/",
    sameSite: "lax",
    secure: APP_URL.startsWith("https:"),
    secrets: SESSION_SECRET.map((secret) => `flash:${secret.reveal()}:${sub}`),
  });
}

/** Drops the further sentences and the undo if the cookie gets too long. */
export async function flashCookie(flash: Flash, sub: string): Promise<string> {
  const { kind, text, link, also = [], at, brief, undo } = flash;
  const safeLink = link && isLocalPath(link.href) ? { link: { href: link.href, text: cut(link.text) } } : {};
  const further = also
    .filter((one) => isLocalPath(one.link.href))
    .slice(0, 2)
    .map((one) => ({
      text: cut(one.text, MAX_SENTENCE_LENGTH),
      link: { href: one.link.href, text: cut(one.link.text, MAX_SENTENCE_LENGTH) },
    }));
  const safe = {
    kind,
    text: cut(text),
    brief,
    at,
    undo,
    ...(further.length > 0 ? { also: further } : {}),
    ...safeLink,
  };
  const signed = { id: randomBytes(8).toString("base64url"), until: Date.now() + GOOD_FOR_MS };
  const set = await cookieFor(sub).serialize({ ...signed, ...safe });
  const isShorter = further.length > 0 || undo !== undefined;
  return set.length > MAX_COOKIE_LENGTH && isShorter ? flashCookie({ ...flash, also: [], undo: undefined }, sub) : set;
}

/**
 * Returns the message and the Set-Cookie values that delete it. Fetched data may never be shown, so
 * the script confirms the message. Without `sub`, or for a prefetch, there is no message.
 */
export async function takeFlash(
  request: Request,
  { sub, isDataRequest = false }: { sub: string | undefined; isDataRequest?: boolean },
): Promise<{ flash: ArrivingFlash | null; clear: string[] }> {
  const header = request.headers.get("Cookie");
  const cookies = readCookies(header);
  if (!sub || !cookies.has(cookieName(FLASH_COOKIE)) || isPrefetch(request)) return { flash: null, clear: [] };
  const cookie = cookieFor(sub);
  const flash = asFlash(await cookie.parse(header).catch(() => null));
  const seen = flash !== null && cookies.get(FLASH_SEEN_COOKIE) === flash.id;
  if (isDataRequest && flash && !seen) return { flash, clear: [] };
  const clear = [await cookie.serialize("", { maxAge: 0 }), `${FLASH_SEEN_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`];
  return { flash: seen ? null : flash, clear };
}

export function isPrefetch(request: Request): boolean {
  return /prefetch/i.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "");
}

function cut(text: string, most = 500): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** `//host` and `/\\host` lead away from this app. */
function isLocalPath(href: string): boolean {
  return href.length <= 500 && /^\/(?![/\\])/.test(href);
}

function asFlash(value: unknown): ArrivingFlash | null {
  const { data } = schema.safeParse(value);
  if (!data || data.until < Date.now()) return null;
  const { until: _until, ...flash } = data;
  return flash;
}
