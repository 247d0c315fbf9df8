import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { env } from "~/.server/env";
import { FLASH_SEEN_COOKIE } from "~/cookie-names";
import { shortLine } from "~/domain/clean-text";
import { cookieName, readCookies } from "./cookies";
import { isPrefetch } from "./origin-check";

const MAX_AGE_SECONDS = 60;
/** Longer than the cookie's age, because the clocks of two servers may differ. */
const FLASH_LIFE_MS = 2 * MAX_AGE_SECONDS * 1000;
/** Browsers keep 4096 bytes of a cookie with all its attributes (RFC 6265 §6.1). */
const MAX_COOKIE_LENGTH = 4_096;
/** In characters. A link of this length and a text of 500 fit into a cookie. */
const MAX_LINK_LENGTH = 500;

const linkSchema = z.object({ href: z.string(), text: z.string() });

/** A message is validated, because another version of the app may have signed another shape. */
const schema = z.object({
  id: z.string().regex(/^[\w-]{11}$/),
  /** In ms since the epoch. */
  until: z.number(),
  kind: z.enum(["success", "info", "error"]),
  text: z.string(),
  link: linkSchema.optional(),
  /** Further sentences with links, e.g. to sellers with the same e-mail address. */
  also: z.array(z.object({ text: z.string(), link: linkSchema })).optional(),
  /** A button that takes the action back: its form is posted to the page that shows it. */
  undo: z.object({ text: z.string(), name: z.string(), value: z.string() }).optional(),
  /** Where the message is shown, if not above the page. */
  at: z.literal("selection").optional(),
  /** Shown for 3 s instead of 4.5 s (docs/product.md §9). */
  brief: z.literal(true).optional(),
});

/** With the id that the browser sends back in a cookie once it has shown the message. */
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

/** If the cookie gets too long, drops what follows the text and a long link, and cuts the text. */
export async function flashCookie(flash: Flash, sub: string): Promise<string> {
  const signed = { ...flash, id: randomBytes(8).toString("base64url"), until: Date.now() + FLASH_LIFE_MS };
  const set = await cookieFor(sub).serialize(signed);
  if (set.length <= MAX_COOKIE_LENGTH) return set;
  // A link back to a long search is long.
  const link = flash.link && flash.link.href.length <= MAX_LINK_LENGTH ? flash.link : undefined;
  const short = { ...signed, text: shortLine(flash.text, 500), link, also: undefined, undo: undefined };
  return cookieFor(sub).serialize(short);
}

/**
 * Returns the message and the Set-Cookie values that delete it. A document shows the message. Data
 * that a script fetches may never be shown, so the cookie stays until the script confirms that it
 * showed the message. A prefetch, and a visitor without a session (no `sub`), get no message.
 */
export async function takeFlash(
  request: Request,
  { sub, isDataRequest = false }: { sub: string | undefined; isDataRequest?: boolean },
): Promise<{ flash: ArrivingFlash | null; removals: string[] }> {
  const header = request.headers.get("Cookie");
  const cookies = readCookies(header);
  if (!sub || !cookies.has(cookieName(FLASH_COOKIE)) || isPrefetch(request)) return { flash: null, removals: [] };
  const cookie = cookieFor(sub);
  const flash = asFlash(await cookie.parse(header).catch(() => null));
  const isSeen = flash !== null && cookies.get(FLASH_SEEN_COOKIE) === flash.id;
  if (isDataRequest && flash && !isSeen) return { flash, removals: [] };
  const removals = [
    await cookie.serialize("", { maxAge: 0 }),
    `${FLASH_SEEN_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`,
  ];
  return { flash: isSeen ? null : flash, removals };
}

function asFlash(value: unknown): ArrivingFlash | null {
  const { data } = schema.safeParse(value);
  if (!data || data.until < Date.now()) return null;
  const { until: _until, ...flash } = data;
  return flash;
}
