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
/** Browsers drop a longer cookie. The attributes count, too (RFC 6265 §6.1). */
const MAX_COOKIE_LENGTH = 4_096;
/** In characters. A link of this length and a text of 500 fit into a cookie. */
const MAX_LINK_LENGTH = 500;

const linkSchema = z.object({ href: z.string(), text: z.string() });

/** A message is validated, because another version of the app may have signed another shape. */
const schema = z.object({
  id: z.string().regex(/^[\w-]{11}$/),
  until: z.number(),
  kind: z.enum(["success", "info", "error"]),
  text: z.string(),
  link: linkSchema.optional(),
  /** Further sentences with links, e.g. to sellers with the same e-mail address. */
  also: z.array(z.object({ text: z.string(), link: linkSchema })).optional(),
  /** An undo button, whose form is posted to the page that shows the message. */
  undo: z.object({ text: z.string(), name: z.string(), value: z.string() }).optional(),
  /** Shown in the bar of ticked rows, not as a message: "Tick at least one seller". */
  at: z.literal("selection").optional(),
  /** Shown for 3 s instead of 4.5 s (docs/product.md §9). */
  brief: z.literal(true).optional(),
});

/** The browser sends `id` back in a cookie once it has shown the message. */
export type ArrivingFlash = Omit<z.infer<typeof schema>, "until">;
/** A message shown once on the next page, in the person's language. */
export type Flash = Omit<ArrivingFlash, "id">;

const FLASH_COOKIE = "flash";

/** Signed for one person, so that an attacker's or another person's cookie shows no message. */
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

export async function flashCookie(flash: Flash, sub: string): Promise<string> {
  const signed = { ...flash, id: randomBytes(8).toString("base64url"), until: Date.now() + FLASH_LIFE_MS };
  const set = await cookieFor(sub).serialize(signed);
  if (set.length <= MAX_COOKIE_LENGTH) return set;
  // Shortens a message that is too long for a cookie, for example by a link to a long search.
  const link = flash.link && flash.link.href.length <= MAX_LINK_LENGTH ? flash.link : undefined;
  const short = { ...signed, text: shortLine(flash.text, 500), link, also: undefined, undo: undefined };
  return cookieFor(sub).serialize(short);
}

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
  // Keeps the cookie until the script has confirmed that it showed the message: a script may fetch
  // a page's data without showing the page.
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
