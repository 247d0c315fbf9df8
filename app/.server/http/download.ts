import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";
import { requestScope } from "./request-scope";

/** How many files a person may download at once (docs/product.md §9). */
const MAX_OWN_FILES = 2;
const slots = new FairSlots({
  maxRunning: 32,
  maxRunningPerPerson: MAX_OWN_FILES,
  maxWaiting: 64,
  maxWaitingPerPerson: 4,
});
const MAX_WAIT_MS = 10_000;

/** Reads the rows of a person's file in a slot. @throws NoSlot */
export async function* inDownloadSlot<Rows>(person: string, rows: AsyncIterable<Rows>): AsyncGenerator<Rows, void> {
  const release = await slots.take(person, requestScope().signal, MAX_WAIT_MS);
  try {
    yield* rows;
  } finally {
    release();
  }
}

/** @returns why the person gets no file. @throws `error` unless `inDownloadSlot` had no slot */
export function slotRefusal(error: unknown, t: Translate): string {
  if (!(error instanceof NoSlot)) throw error;
  return error.isOwnLimit ? t("files:tooManyAtOnce", { count: MAX_OWN_FILES }) : t("files:tooManyOfOthers");
}

const CONTENT_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export type Download = {
  /** ASCII, without the ending. */
  name: string;
  format: keyof typeof CONTENT_TYPES;
  /** Pulled only as fast as the reader takes them. */
  chunks: AsyncGenerator<Uint8Array, void>;
};

/**
 * Awaits the first chunk, so that an early failure is an error page. A later failure breaks the
 * connection, so that nobody takes a part for the whole file.
 */
export async function download(request: Request, { name, format, chunks }: Download): Promise<Response> {
  const headers = {
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": `attachment; filename="${name}.${format}"`,
    // `no-transform` forbids compression, which would buffer what the browser can't take yet.
    "Cache-Control": "no-store, no-transform",
  };
  let first: IteratorResult<Uint8Array, void> | undefined = await chunks.next();
  if (request.method === "HEAD") {
    await chunks.return();
    return new Response(null, { headers });
  }
  const { response, id, signal } = requestScope();
  // Remix drops the stream of an aborted request without ending its chunks.
  const abandon = () => void chunks.return().catch(() => undefined);
  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await untilTaken(response);
          const { done, value } = first ?? (await chunks.next());
          first = undefined;
          if (!done && !response?.destroyed) return controller.enqueue(value);
        } catch (error) {
          const err = error instanceof Error ? error : undefined;
          if (!response?.destroyed) log().error({ err, requestId: id }, "a download was broken off");
          response?.destroy();
        }
        // Close the stream after a failure, too: Express would print an error that Remix passes on.
        controller.close();
        await chunks.return();
      },
      cancel: () => chunks.return().then(() => undefined),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

/** Remix writes without waiting for the reader. `server.timeout` cuts off a reader who stops. */
async function untilTaken(response: ServerResponse | undefined): Promise<void> {
  if (!response?.writableNeedDrain || response.destroyed) return;
  const listeners = new AbortController();
  const { signal } = listeners;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  listeners.abort();
}
