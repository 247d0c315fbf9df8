import { inSlices } from "../in-slices";

/** A body longer than its cap. What it still holds is unread: the caller drops the connection or answers first. */
export class BodyTooLarge extends Error {}

/** What of a request or an answer its body is read by. */
type Incoming = Pick<Response, "headers" | "body">;

/**
 * Reads the body of a request or an answer to its end, or stops at the cap, so that memory stays flat whatever is sent,
 * in however small parts: what is kept is about as long as what arrived, twice that for a moment at the end.
 * @param maxBytes of what arrives; an announced length above it isn't even begun
 * @throws BodyTooLarge past `maxBytes`; the connection's own error when the body is cut short
 */
export async function readCapped({ headers, body }: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("Content-Length")) > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes announced`);
  const parts = new Parts();
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes sent`);
      parts.add(part.value);
    }
  } finally {
    // Cancelling is the caller's: it would cut a request's connection before the answer is out.
    reader?.releaseLock();
  }
  const chunks = parts.end();
  return size < LONG_BYTES ? Buffer.concat(chunks, size) : inSlices(joined(chunks, size));
}

/** Parts of so many bytes are kept as they came; smaller ones are copied into slabs, because each kept part takes some 400 bytes more. */
const LARGE_PART_BYTES = 4 * 1024;
/** The longest slab, in bytes: the first has LARGE_PART_BYTES, each later one twice as many as the one before. */
const MAX_SLAB_BYTES = 64 * 1024;

/** The parts of a body in their order. */
class Parts {
  readonly #kept: Uint8Array[] = [];
  #slab = new Uint8Array(0);
  /** What stands in the slab from here to `#to` isn't among the kept ones yet. */
  #from = 0;
  #to = 0;

  add(part: Uint8Array): void {
    if (part.byteLength >= LARGE_PART_BYTES) {
      this.#keepSlab();
      this.#kept.push(part);
      return;
    }
    if (this.#to + part.byteLength > this.#slab.byteLength) {
      this.#keepSlab();
      const bytes = Math.max(LARGE_PART_BYTES, Math.min(2 * this.#slab.byteLength, MAX_SLAB_BYTES));
      this.#slab = Buffer.allocUnsafeSlow(bytes);
      this.#from = 0;
      this.#to = 0;
    }
    this.#slab.set(part, this.#to);
    this.#to += part.byteLength;
  }

  end(): readonly Uint8Array[] {
    this.#keepSlab();
    return this.#kept;
  }

  #keepSlab(): void {
    if (this.#to > this.#from) this.#kept.push(this.#slab.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}

/** Copying more than this, in bytes, is noticed by everybody else; the collector of garbage that it wakes as well. */
const LONG_BYTES = 1024 * 1024;

function* joined(chunks: readonly Uint8Array[], size: number): Generator<void, Buffer<ArrayBuffer>> {
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
    yield;
  }
  return whole;
}

/** As {@link readCapped} for an answer to us: past the cap its connection is let go at once. */
export async function readAnswer(response: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readCapped(response, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) await discardBody(response);
    throw error;
  }
}

/** Lets the connection go without reading what it still holds. */
export async function discardBody(response: Pick<Incoming, "body">): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
