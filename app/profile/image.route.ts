import { createHash } from "node:crypto";
import { known, optional } from "~/.server/backend/optional";
import { forFranchisee } from "~/auth/for-franchisee.server";

/** The next person at this browser has another session cookie, so they never get this one's picture. */
const CACHING = { "Cache-Control": "private, max-age=600", Vary: "Cookie" };

/**
 * The person's own picture from the directory, whose kind is told by its bytes. 404 where there is none or it can't
 * be had: the initials lie beneath, and no page fails for want of a picture.
 */
export const loader = forFranchisee(async ({ directory, request, session }) => {
  const image = known(await optional(directory.image(session.directoryId)));
  if (!image) return new Response(null, { status: 404, headers: CACHING });
  const etag = `"${createHash("sha256").update(image.bytes).digest("base64url").slice(0, 27)}"`;
  const headers = { ...CACHING, ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers: { ...headers, "Content-Type": image.type } });
});
