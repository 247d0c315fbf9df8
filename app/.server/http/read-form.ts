import { BudgetSpent, bodyBudget, type Sender } from "./body-budget";
import { BodyTooLarge, readCapped } from "./capped-body";
import { setResponseHeaders } from "./request-scope";

/** Of a form without a file, in bytes: the longest text of every field, and a thousand ticked rows. */
const MAX_FORM_BYTES = 1024 * 1024;
/** Of a form of whoever isn't signed in, in bytes: the longest that may be held as a draft, with every byte of it as three (`%C5`). */
export const MAX_ANONYMOUS_FORM_BYTES = 256 * 1024;
/** Of a form that a file may come with, in bytes; what stands around the file has room in it. */
export const MAX_FILE_FORM_BYTES = 12 * 1024 * 1024;
/** Of a urlencoded form, in bytes, whatever else its page takes: no file comes that way. */
const MAX_URLENCODED_BYTES = 2 * MAX_FORM_BYTES;
/** Values of one form: a thousand ticked rows, and what else such a form has. */
const MAX_FIELDS = 2_000;
/** What stands at the heads of a form's parts, in bytes: a line there costs the parser as much as a thousand bytes of a file. */
const MAX_HEADS_BYTES = 128 * 1024;

/** When a body that there was no room for may be sent again, in seconds: others' are read by then. */
const RETRY_AFTER = "5";

type Options = {
  maxBytes?: number;
  /** Whose room it takes; without it none is taken, which is right for forms of a few kB alone. */
  room?: { sender: Sender };
};

/**
 * Reads a posted form (urlencoded or multipart), never more than `maxBytes` of it.
 * @throws Response 413 above the cap, or when it would take the parser too long, 415 for another kind of body, 400 for a malformed one, 503
 * when the bodies being read leave no room for it
 */
export async function readForm(
  request: Request,
  { maxBytes: most = MAX_FORM_BYTES, room }: Options = {},
): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const kind = formKind(type);
  if (!kind) {
    if (!type && isEmpty(request)) return new FormData();
    throw new Response(null, { status: 415 });
  }
  const maxBytes = kind.isMultipart ? most : Math.min(most, MAX_URLENCODED_BYTES);
  const giveBack = room && takeRoom(room.sender, announcedBytes(request) ?? maxBytes, maxBytes);
  try {
    return await parsed(await readCapped(request, maxBytes), kind);
  } catch (error) {
    throw error instanceof BodyTooLarge ? new Response(null, { status: 413 }) : error;
  } finally {
    giveBack?.();
  }
}

/** @throws Response 413, 400 */
async function parsed(body: Uint8Array<ArrayBuffer>, kind: FormKind): Promise<FormData> {
  if (isTooMuchToParse(body, kind)) throw new Response(null, { status: 413 });
  if (!kind.isMultipart) writeSpaces(body);
  try {
    return await new Response(body, { headers: { "Content-Type": kind.type } }).formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
}

/** @throws Response 413, 503 */
function takeRoom(sender: Sender, bytes: number, maxBytes: number): () => void {
  if (bytes > maxBytes) throw new Response(null, { status: 413 });
  try {
    return bodyBudget.take(sender, bytes);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    setResponseHeaders({ "Retry-After": RETRY_AFTER });
    throw new Response(null, { status: 503 });
  }
}

/** @returns undefined for a body in chunks, whose length nobody knows before its end */
function announcedBytes({ headers }: Request): number | undefined {
  const length = headers.get("Content-Length");
  return length !== null && /^\d+$/.test(length) && !headers.has("Transfer-Encoding") ? Number(length) : undefined;
}

type FormKind = {
  /** The Content-Type as the parser gets it. */
  type: string;
  /** What stands between two values. */
  mark: string;
  isMultipart: boolean;
};

const URLENCODED = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?$/i;
/** A boundary of RFC 2046 §5.1.1 without spaces, bare where that is a token (RFC 9110 §5.6.2) or in quotes. */
const MULTIPART = /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:([\w'+.-]{1,70})|"([\w'()+,./:=?-]{1,70})")[ \t]*$/i;

/**
 * Reads what browsers send and nothing else: of several types, or of a boundary within another parameter, the parser may
 * take another one than what its values are counted by.
 */
function formKind(contentType: string): FormKind | undefined {
  if (URLENCODED.test(contentType)) return { type: "application/x-www-form-urlencoded", mark: "&", isMultipart: false };
  const [, bare, quoted] = MULTIPART.exec(contentType) ?? [];
  const boundary = bare ?? quoted;
  if (!boundary) return undefined;
  return { type: `multipart/form-data; boundary="${boundary}"`, mark: `--${boundary}`, isMultipart: true };
}

function isEmpty({ headers }: Request): boolean {
  return !headers.has("Transfer-Encoding") && Number(headers.get("Content-Length") ?? 0) === 0;
}

/**
 * Counts what stands between the values before the parser makes any of them: in memory a value takes a hundred times as many bytes as
 * `a=&` does in the body. What stands at the heads of parts is measured, too, and what of a form with files is text, which takes the parser
 * three times as long as a file.
 */
function isTooMuchToParse(body: Uint8Array, { mark, isMultipart }: FormKind): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found = 0;
  let heads = 0;
  let texts = 0;
  for (let at = bytes.indexOf(mark); at !== -1; ) {
    const next = bytes.indexOf(mark, at + mark.length);
    found += 1;
    if (isMultipart) {
      const head = headOf(bytes.subarray(at, at + MAX_HEADS_BYTES));
      heads += head.length;
      if (!FILE_HEAD.test(head.toString("latin1"))) texts += (next === -1 ? bytes.length : next) - at;
    }
    if (found > MAX_FIELDS || heads >= MAX_HEADS_BYTES || texts > MAX_FORM_BYTES) return true;
    at = next;
  }
  return false;
}

/** Of a part that holds a file (RFC 7578 §4.2), as browsers and the parser write and read it. */
const FILE_HEAD = /^content-disposition: *form-data; *name="[^"\r\n]*"; *filename=/im;

/** Of a part that begins here: an empty line ends it (RFC 2046 §5.1). What has none is all head. */
function headOf(part: Buffer): Buffer {
  const end = part.indexOf("\r\n\r\n");
  return end === -1 ? part : part.subarray(0, end);
}

/** A plus is a space (WHATWG URL §5.1), but takes the parser ten times as long as one. */
function writeSpaces(body: Uint8Array): void {
  for (let at = 0; at < body.length; at += 1) if (body[at] === 0x2b) body[at] = 0x20;
}
