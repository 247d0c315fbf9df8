import { FairSlots } from "../fair-slots";

const MEGABYTE = 1024 * 1024;

/** Enough for the longest text of every field, and for a thousand ticked rows. */
export const MAX_FORM_BYTES = MEGABYTE;
/** Without a session, a form only becomes a draft, which has at most this size. */
export const MAX_ANONYMOUS_FORM_BYTES = 256 * 1024;
/** A file of at most 10 MB, and the other fields of its form. */
export const MAX_FILE_FORM_BYTES = 12 * MEGABYTE;
/** Percent-encoding may double a form's size. */
export const MAX_URLENCODED_BYTES = 2 * MAX_FORM_BYTES;

/** Up to this size, a form needs no slot: its connection takes as much memory anyway. */
const SMALL_FORM_BYTES = 64 * 1024;
const FIRST_BUFFER_BYTES = 64 * 1024;

// The bodies with a slot take at most 136 MiB: 6 × 12, 48 × 1 and 64 × ¼. A body of unknown length
// takes almost twice as much while its buffer grows.
const slots = {
  file: new FairSlots({ maxRunning: 6, maxRunningPerPerson: 2, maxWaiting: 0, maxWaitingPerPerson: 0 }),
  large: new FairSlots({ maxRunning: 48, maxRunningPerPerson: 16, maxWaiting: 0, maxWaitingPerPerson: 0 }),
  anonymous: new FairSlots({ maxRunning: 64, maxRunningPerPerson: 64, maxWaiting: 0, maxWaitingPerPerson: 0 }),
};

export type Sender = { sub: string } | "anonymous";

/** No form waits for a slot, because its connection would stay open. @throws NoSlot */
export async function takeFormSlot(sender: Sender, bytes: number): Promise<() => void> {
  if (bytes <= SMALL_FORM_BYTES) return () => {};
  if (sender === "anonymous") return slots.anonymous.take("");
  return (bytes > MAX_FORM_BYTES ? slots.file : slots.large).take(sender.sub);
}

export class BodyTooLarge extends Error {}

type Incoming = Pick<Response, "headers" | "body">;

// Copies the chunks into one buffer: in a list, even a chunk of one byte would take 400 bytes.
/** @throws BodyTooLarge */
export async function readCapped({ headers, body }: Incoming, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const announced = Number(headers.get("Content-Length"));
  if (announced > maxBytes) throw new BodyTooLarge(`More than ${maxBytes} bytes announced`);
  let buffer = Buffer.allocUnsafeSlow(Math.min(maxBytes, announced || FIRST_BUFFER_BYTES));
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
    // Only releases the lock: cancelling the body would close a request's connection before the 413
    // is sent.
    reader?.releaseLock();
  }
  return buffer.subarray(0, size);
}

/** Like `readCapped`, but for another server's response, which is cancelled if it is too large. */
export async function readAnswer(response: Incoming, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readCapped(response, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) await discardBody(response);
    throw error;
  }
}

export async function discardBody(response: Pick<Incoming, "body">): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
