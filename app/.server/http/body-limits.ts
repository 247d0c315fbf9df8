import { FairSlots } from "../fair-slots";

const MEGABYTE = 1024 * 1024;

/** Maximum size of a form without a file, in bytes: the longest text of every field, and a thousand ticked rows. */
export const MAX_FORM_BYTES = MEGABYTE;
/** Maximum size of a form from somebody who isn't signed in, in bytes: the largest draft, fully percent-encoded. */
export const MAX_ANONYMOUS_FORM_BYTES = 256 * 1024;
/** Maximum size of a form with a file, in bytes. It leaves room for the other fields. */
export const MAX_FILE_FORM_BYTES = 12 * MEGABYTE;
/** Maximum size of a urlencoded form, in bytes, on any page: a file never arrives that way. */
export const MAX_URLENCODED_BYTES = 2 * MAX_FORM_BYTES;

/** A form up to this size, in bytes, needs no slot: a connection costs about as much without a form. */
const SMALL_FORM_BYTES = 64 * 1024;

/**
 * How many forms may be in memory at once while they are read: 6 with a file, 48 large ones without, 64 from people who
 * aren't signed in. That is 136 MB at most; a container has 768 MiB (docs/operations.md).
 */
const slots = {
  file: new FairSlots({ size: 6, share: 2, maxWaiting: 0, waitingShare: 0 }),
  large: new FairSlots({ size: 48, share: 16, maxWaiting: 0, waitingShare: 0 }),
  anonymous: new FairSlots({ size: 64, share: 64, maxWaiting: 0, waitingShare: 0 }),
};

/**
 * Takes a slot for a form of this size before it is read. Nobody waits for a slot, because a waiting form holds its connection.
 * @param sender the person's subject; undefined for somebody who isn't signed in
 * @returns the function that gives the slot back
 * @throws QueueFull
 */
export async function takeFormSlot(sender: string | undefined, bytes: number): Promise<() => void> {
  if (bytes <= SMALL_FORM_BYTES) return () => {};
  if (sender === undefined) return slots.anonymous.take("");
  return (bytes > MAX_FORM_BYTES ? slots.file : slots.large).take(sender);
}

/** The body is longer than its cap. The rest is unread: the caller drops the connection or answers first. */
export class BodyTooLarge extends Error {}

/** The parts of a request or a response that its body is read by. */
type Incoming = Pick<Response, "headers" | "body">;

/**
 * Reads a body to its end, or stops at the cap. It is copied into one buffer, because a million parts of one byte each would
 * take 400 bytes of memory apiece.
 * @throws BodyTooLarge past `maxBytes`, before reading if the announced length is above it; the connection's own error
 */
export async function readCapped({ headers, body }: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(headers.get("Content-Length"));
  if (announced > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes announced`);
  let buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, announced || SMALL_FORM_BYTES));
  let size = 0;
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const end = size + part.value.byteLength;
      if (end > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes sent`);
      if (end > buffer.byteLength) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, 2 * end));
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      buffer.set(part.value, size);
      size = end;
    }
  } finally {
    // Cancelling is up to the caller: it would cut a request's connection before the answer is out.
    reader?.releaseLock();
  }
  return buffer.subarray(0, size);
}

/** Like {@link readCapped}, for a response to us: past the cap its connection is closed at once. */
export async function readAnswer(response: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readCapped(response, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) await discardBody(response);
    throw error;
  }
}

/** Closes the connection of a response without reading the rest of its body. */
export async function discardBody(response: Pick<Incoming, "body">): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
