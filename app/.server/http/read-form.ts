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

/** Enough for a form with a thousand ticked rows. */
const MAX_FIELDS = 2_000;
const MAX_PARTS = 100;
/** Limited, because parsing one header line takes as long as 1,000 bytes of a file. */
const MAX_HEADERS_BYTES_PER_PART = 4096;

/** @throws Response 413 above a limit, 415 for another type, 400 if malformed, 503 without slot */
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
  const limit = boundary ? maxBytes : Math.min(maxBytes, MAX_URLENCODED_BYTES);
  const release = sender && (await slotFor(request, sender, limit));
  try {
    const body = await readCapped(request, limit);
    return boundary ? await parseMultipart(body, boundary) : parseUrlencoded(body);
  } catch (error) {
    throw error instanceof BodyTooLarge ? new Response(null, { status: 413 }) : error;
  } finally {
    release?.();
  }
}

async function slotFor({ headers }: Request, sender: Sender, maxBytes: number): Promise<() => void> {
  // A chunked body has no Content-Length. It counts as `maxBytes` long, which it may be.
  const bytes = Number(headers.get("Content-Length") ?? maxBytes);
  if (bytes > maxBytes) throw new Response(null, { status: 413 });
  return takeFormSlot(sender, bytes).catch((error: unknown) => {
    if (!(error instanceof NoSlot)) throw error;
    setResponseHeaders({ "Retry-After": "5" });
    throw new Response(null, { status: 503 });
  });
}

const URLENCODED = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
/** Refuses two boundaries, of which the parser and `isTooMuchToParse` could use different ones. */
const MULTIPART = /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'+.-]{1,70})|"([\w'()+,./:=?-]{1,70})")[ \t]*$/i;

function boundaryIn(contentType: string): string | undefined {
  const [, bare, quoted] = MULTIPART.exec(contentType) ?? [];
  return bare ?? quoted;
}

function isEmpty({ headers }: Request): boolean {
  return !headers.has("Transfer-Encoding") && Number(headers.get("Content-Length") ?? 0) === 0;
}

function parseUrlencoded(body: Uint8Array): FormData {
  // Replaces each plus, which means a space: the parser takes ten times as long for a plus.
  const fields = new URLSearchParams(new TextDecoder().decode(body).replaceAll("+", " "));
  if (fields.size > MAX_FIELDS) throw new Response(null, { status: 413 });
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function parseMultipart(body: Buffer<ArrayBuffer>, boundary: string): Promise<FormData> {
  if (isTooMuchToParse(body, `--${boundary}`)) throw new Response(null, { status: 413 });
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new Response(null, { status: 400 });
  });
  // A form with a file may be larger, but its texts may not.
  const texts = [...form.values()].map((value) => (typeof value === "string" ? value.length : 0));
  if (texts.reduce((sum, length) => sum + length, 0) > MAX_FORM_BYTES) throw new Response(null, { status: 413 });
  return form;
}

function isTooMuchToParse(body: Buffer, mark: string): boolean {
  let parts = 0;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    parts += 1;
    const start = body.subarray(at, at + MAX_HEADERS_BYTES_PER_PART);
    const hasLongHeaders = start.length === MAX_HEADERS_BYTES_PER_PART && !start.includes("\r\n\r\n");
    if (parts > MAX_PARTS || hasLongHeaders) return true;
  }
  return false;
}
