import type { CustomFetch } from "openid-client";

/** No answer of a provider is this large; more is cut off as a fault. */
const MAX_BYTES = 1024 * 1024;

/** `fetch` with a cap on the answer's size, for every call to the provider. The deadline is the caller's signal. */
export const providerFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  return new Response(await cappedBody(response), { status: response.status, headers: response.headers });
};

async function cappedBody(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body || [101, 204, 205, 304].includes(response.status)) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new TypeError("The provider's answer is too large");
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
