import { createHash } from "node:crypto";
import { optional } from "~/.server/backend/optional";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { personMark } from "~/auth/session/check-session.server";

const CACHING = { "Cache-Control": "private, max-age=600", Vary: "Cookie" };
const UNCACHED = { "Cache-Control": "no-store" };

/**
 * Answers 404 without a picture or while the directory fails; pages then show the initials. The
 * address names the person (`of`), because Chromium's memory cache ignores Vary.
 */
export const loader = forFranchisee(async ({ directory, redirect, request, session }) => {
  const person = personMark(session.sub);
  const requested = new URL(request.url).searchParams.get("of");
  if (requested === null) return redirect(`/profile/image?of=${person}`, { headers: UNCACHED });
  if (requested !== person) return new Response(null, { status: 404, headers: UNCACHED });
  const image = await optional(directory.image(session.directoryId));
  if (!image) return new Response(null, { status: 404, headers: CACHING });
  const etag = `"${createHash("sha256").update(image.bytes).digest("base64url")}"`;
  const headers = { ...CACHING, ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers: { ...headers, "Content-Type": image.type } });
});
export const action = noAction;
