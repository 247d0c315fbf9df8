import { BodyTooLarge, readCapped } from "./capped-body";

/** A posted form may hold a file; no form of ours has a reason to be larger, in bytes. */
const FORM_MAX_BYTES = 12 * 1024 * 1024;

/**
 * Reads a posted form (urlencoded or multipart), never more than `maxBytes` of it.
 * @throws Response 413 above the cap, 415 for another kind of body, 400 for a malformed one.
 */
export async function readForm(request: Request, { maxBytes = FORM_MAX_BYTES } = {}): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    if (!type && isEmpty(request)) return new FormData();
    throw new Response(null, { status: 415 });
  }
  const body = await readCapped(request, maxBytes).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Response(null, { status: 413 }) : error;
  });
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
}

function isEmpty({ headers }: Request): boolean {
  return !headers.has("Transfer-Encoding") && Number(headers.get("Content-Length") ?? 0) === 0;
}
