import { createHash } from "node:crypto";
import { optional } from "~/.server/backend/optional";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { personMark } from "~/auth/session/check-session.server";

/**
 * Returns 404 if there is no picture or the directory fails; pages then show initials. The URL
 * identifies the person (`?of=HASH`), because Chromium's memory cache ignores `Vary` and would show
 * this picture to the next person on the same computer.
 */
export const loader = forFranchisee(async ({ directory, request, session }) => {
  const requested = new URL(request.url).searchParams.get("of");
  if (requested !== null && requested !== personMark(session.sub)) {
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  const caching = { "Cache-Control": requested ? "private, max-age=600" : "private, no-cache", Vary: "Cookie" };
  const image = await optional(directory.image(session.directoryId));
  if (!image) return new Response(null, { status: 404, headers: caching });
  const etag = `"${createHash("sha256").update(image.bytes).digest("base64url")}"`;
  const headers = { ...caching, ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers: { ...headers, "Content-Type": image.type } });
});
export const action = noAction;
