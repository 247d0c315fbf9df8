import { BodyTooLarge, readCapped } from "./capped-body";

/** Of a form without a file, in bytes: the longest text of every field, and a thousand ticked rows. */
const MAX_FORM_BYTES = 1024 * 1024;
/** Of a form that a file may come with, in bytes; what stands around the file has room in it. */
export const MAX_FILE_FORM_BYTES = 12 * 1024 * 1024;
/** Values of one form: a thousand ticked rows, and what else such a form has. */
const MAX_FIELDS = 2_000;

/**
 * Reads a posted form (urlencoded or multipart), never more than `maxBytes` of it.
 * @throws Response 413 above the cap, or with more than MAX_FIELDS values, 415 for another kind of body, 400 for a malformed one.
 */
export async function readForm(request: Request, { maxBytes = MAX_FORM_BYTES } = {}): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    if (!type && isEmpty(request)) return new FormData();
    throw new Response(null, { status: 415 });
  }
  const body = await readCapped(request, maxBytes).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Response(null, { status: 413 }) : error;
  });
  if (hasTooManyFields(body, type)) throw new Response(null, { status: 413 });
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
}

function isEmpty({ headers }: Request): boolean {
  return !headers.has("Transfer-Encoding") && Number(headers.get("Content-Length") ?? 0) === 0;
}

/** Told by what stands between the values, before any of them is made: a name of one letter costs a hundred times itself. */
function hasTooManyFields(body: Uint8Array, type: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const mark = /^multipart/i.test(type) ? `--${quoted ?? plain ?? ""}` : "&";
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found = 0;
  for (let at = bytes.indexOf(mark); at !== -1 && found <= MAX_FIELDS; at = bytes.indexOf(mark, at + mark.length)) {
    found += 1;
  }
  return found > MAX_FIELDS;
}
