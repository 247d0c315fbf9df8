import { NoSlot } from "../fair-slots";
import {
  BodyTooLarge,
  MAX_FORM_BYTES,
  MAX_URLENCODED_BYTES,
  readCapped,
  type Sender,
  takeFormSlot,
} from "./body-limits";
import { setResponseHeaders } from "./request-scope";

/** A thousand ticked rows, and the other fields of such a form. */
const MAX_FIELDS = 2_000;
const MAX_PARTS = 100;
/** Of each part. To parse one header line takes as long as 1,000 bytes of a file. */
const MAX_PART_HEADERS_BYTES = 4096;

/**
 * Reads an urlencoded or multipart form up to `maxBytes`.
 * @param sender whose share a form's slot takes: a person, or an address. Without one no slot is
 *   taken, as for a `maxBytes` of a few kB
 * @throws Response 413 above a cap, 415 for another body, 400 if malformed, 503 without a slot
 */
export async function readForm(
  request: Request,
  { maxBytes = MAX_FORM_BYTES, sender }: { maxBytes?: number; sender?: Sender } = {},
): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const boundary = boundaryIn(type);
  if (!boundary && !URLENCODED.test(type)) {
    if (!type && isEmpty(request)) return new FormData();
    throw new Response(null, { status: 415 });
  }
  const most = boundary ? maxBytes : Math.min(maxBytes, MAX_URLENCODED_BYTES);
  const release = sender && (await slotFor(request, sender, most));
  try {
    const body = await readCapped(request, most);
    return boundary ? await parseMultipart(body, boundary) : parseUrlencoded(body);
  } catch (error) {
    throw error instanceof BodyTooLarge ? new Response(null, { status: 413 }) : error;
  } finally {
    release?.();
  }
}

/** @throws Response 413, 503 */
async function slotFor({ headers }: Request, sender: Sender, maxBytes: number): Promise<() => void> {
  // A chunked body announces no length and may become as long as the cap.
  const bytes = Number(headers.get("Content-Length") ?? maxBytes);
  if (bytes > maxBytes) throw new Response(null, { status: 413 });
  return takeFormSlot(sender, bytes).catch((error: unknown) => {
    if (!(error instanceof NoSlot)) throw error;
    setResponseHeaders({ "Retry-After": "5" });
    throw new Response(null, { status: 503 });
  });
}

const URLENCODED = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
/** RFC 2046 §5.1.1 without spaces: a token (RFC 9110 §5.6.2), or quoted. */
const MULTIPART = /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'+.-]{1,70})|"([\w'()+,./:=?-]{1,70})")[ \t]*$/i;

/** Refuses two boundaries: the parser could use another one than `isTooMuchToParse`. */
function boundaryIn(contentType: string): string | undefined {
  const [, bare, quoted] = MULTIPART.exec(contentType) ?? [];
  return bare ?? quoted;
}

function isEmpty({ headers }: Request): boolean {
  return !headers.has("Transfer-Encoding") && Number(headers.get("Content-Length") ?? 0) === 0;
}

/** @throws Response 413 */
function parseUrlencoded(body: Uint8Array): FormData {
  // A plus is a space (WHATWG URL §5.1), but the parser needs ten times as long for it.
  const fields = new URLSearchParams(new TextDecoder().decode(body).replaceAll("+", " "));
  if (fields.size > MAX_FIELDS) throw new Response(null, { status: 413 });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** @throws Response 413, 400 */
async function parseMultipart(body: Buffer<ArrayBuffer>, boundary: string): Promise<FormData> {
  if (isTooMuchToParse(body, `--${boundary}`)) throw new Response(null, { status: 413 });
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new Response(null, { status: 400 });
  });
  // The larger cap of a form with a file is for the file alone.
  const texts = [...form.values()].map((value) => (typeof value === "string" ? value.length : 0));
  if (texts.reduce((sum, length) => sum + length, 0) > MAX_FORM_BYTES) throw new Response(null, { status: 413 });
  return form;
}

/** Counts parts and the length of their headers (RFC 2046 §5.1) without parsing them. */
function isTooMuchToParse(body: Buffer, mark: string): boolean {
  let parts = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    parts += 1;
    const start = body.subarray(at, at + MAX_PART_HEADERS_BYTES);
    const hasLongHeaders = start.length === MAX_PART_HEADERS_BYTES && !start.includes("\r\n\r\n");
    if (parts > MAX_PARTS || hasLongHeaders) return true;
  }
  return false;
}
