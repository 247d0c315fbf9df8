/** A response body longer than the cap. */
export class BodyTooLarge extends Error {}

/**
 * Reads a body to its end, or stops at the cap, so that memory stays flat whatever a backend sends.
 * @throws BodyTooLarge past `maxBytes`; the connection's own error when the body is cut short.
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get("Content-Length")) > maxBytes) {
    await discardBody(response);
    throw new BodyTooLarge(`More than ${maxBytes} bytes announced`);
  }
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new BodyTooLarge(`More than ${maxBytes} bytes sent`);
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size);
}

/** Lets the connection go without reading what it still holds. */
export async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => {});
}
