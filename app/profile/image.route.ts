import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-error";
import { requireFranchisee } from "~/auth/for-franchisee.server";

/** The next person at this browser has another session cookie, so they never get this one's picture. */
const CACHING = { "Cache-Control": "private, max-age=600", Vary: "Cookie" };

/**
 * The person's own picture from the directory, whose kind is told by its bytes. 404 where there is none or it can't
 * be had: the initials lie beneath, and no page fails for want of a picture.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { api, session } = await requireFranchisee(args);
  const image = await api.directory.image(session.sub).catch((error: unknown) => {
    if (error instanceof BackendError || error instanceof Response) return null;
    throw error;
  });
  if (!image) return new Response(null, { status: 404, headers: CACHING });
  const etag = `"${createHash("sha256").update(image.bytes).digest("base64url").slice(0, 27)}"`;
  const headers = { ...CACHING, ETag: etag };
  if (args.request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(image.bytes), { headers: { ...headers, "Content-Type": image.type } });
}
