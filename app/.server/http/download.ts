import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { requestScope } from "./request-scope";

export type Download = {
  /** ASCII, with its ending. */
  fileName: string;
  type: string;
  /** Made as fast as they are taken, and no longer than somebody takes them. */
  chunks: AsyncGenerator<Uint8Array, void>;
};

/**
 * A file made while it is sent, in flat memory. The first chunk is waited for, so that what fails before it is thrown
 * and answered like any page's failure; after it the connection is broken off, so that a part is never taken for the
 * whole file.
 */
export async function download(request: Request, { fileName, type, chunks: given }: Download): Promise<Response> {
  const chunks = inPieces(given);
  const headers = {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    // Untransformed: a compressing middleware would hold back what the browser isn't ready to take.
    "Cache-Control": "no-store, no-transform",
  };
  const first = await chunks.next();
  if (request.method === "HEAD") {
    await chunks.return();
    return new Response(null, { headers });
  }
  const { response, id, gone } = requestScope();
  // Remix drops the answer to a request that is gone, and with it the stream: nobody would end what the chunks hold.
  const abandon = () => void chunks.return().catch(() => undefined);
  if (gone?.aborted) abandon();
  else gone?.addEventListener("abort", abandon, { once: true });
  let next: IteratorResult<Uint8Array, void> | undefined = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await untilTaken(response);
          const { done, value } = next ?? (await chunks.next());
          next = undefined;
          if (done || response?.destroyed) await end(controller);
          else controller.enqueue(value);
        } catch (error) {
          const err = error instanceof Error ? error : undefined;
          if (!response?.destroyed) log().error({ err, requestId: id }, "a download was broken off");
          response?.destroy();
          await end(controller);
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });

  async function end(controller?: ReadableStreamDefaultController): Promise<void> {
    controller?.close();
    await chunks.return();
  }
}

/** How much is written at once, in bytes. A reader must take as much in each CLIENT_TIMEOUT_SECONDS. */
const PIECE_BYTES = 64 * 1024;

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
  }
}

/**
 * Waits until the reader has taken what was written: Remix writes without waiting. A reader who stops reading is cut off, because
 * a download holds calls of the backend and one of its person's slots, which no limit of Node's ends.
 */
async function untilTaken(response: ServerResponse | undefined): Promise<void> {
  if (!response?.writableNeedDrain || response.destroyed) return;
  const settled = new AbortController();
  const { signal } = settled;
  const timer = setTimeout(() => {
    log().warn("a download that nobody reads was cut");
    response.destroy();
  }, env().CLIENT_TIMEOUT_SECONDS * 1000);
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  clearTimeout(timer);
  settled.abort();
}
