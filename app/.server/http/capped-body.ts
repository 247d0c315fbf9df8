import { inSlices } from "../in-slices";

/** A body longer than its cap. What it still holds is unread: the caller drops the connection or answers first. */
export class BodyTooLarge extends Error {}

/**
 * Reads the body of a request or an answer to its end, or stops at the cap, so that memory stays flat whatever is sent.
 * @param maxBytes of what arrives; an announced length above it isn't even begun
 * @throws BodyTooLarge past `maxBytes`; the connection's own error when the body is cut short
 */
export async function readCapped(
  { headers, body }: Request | Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("Content-Length")) > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes announced`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes sent`);
      chunks.push(part.value);
    }
  } finally {
    // Cancelling is the caller's: it would cut a request's connection before the answer is out.
    reader?.releaseLock();
  }
  return size < LONG_BYTES ? Buffer.concat(chunks, size) : inSlices(joined(chunks, size));
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
export async function readAnswer(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readCapped(response, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) await discardBody(response);
    throw error;
  }
}

/** Lets the connection go without reading what it still holds. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
