import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";
import { requestScope } from "./request-scope";

const MAX_FILES_PER_PERSON = 2;
const slots = new FairSlots({
  maxRunning: 32,
  maxRunningPerPerson: MAX_FILES_PER_PERSON,
  maxWaiting: 64,
  maxWaitingPerPerson: 4,
});
const MAX_WAIT_MS = 10_000;

export async function* inDownloadSlot<Rows>(person: string, rows: AsyncIterable<Rows>): AsyncGenerator<Rows, void> {
  const release = await slots.take(person, requestScope().signal, MAX_WAIT_MS);
  try {
    yield* rows;
  } finally {
    release();
  }
}

/** @returns the text for a person who got no slot. @throws any other error */
export function slotRefusal(error: unknown, t: Translate): string {
  if (!(error instanceof NoSlot)) throw error;
  return error.isOwnLimit ? t("files:tooManyAtOnce", { count: MAX_FILES_PER_PERSON }) : t("files:tooManyOfOthers");
}

const CONTENT_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export type Download = {
  /** In ASCII, without the ending `.csv` or `.xlsx`. */
  name: string;
  format: keyof typeof CONTENT_TYPES;
  /** Pulled only as fast as the browser receives them. */
  chunks: AsyncGenerator<Uint8Array, void>;
};

export async function download(request: Request, { name, format, chunks }: Download): Promise<Response> {
  const headers = {
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": `attachment; filename="${name}.${format}"`,
    // `no-transform` forbids compression, which would buffer the file for a slow browser.
    "Cache-Control": "no-store, no-transform",
  };
  // Waits for the first chunk, so that an early failure shows an error page.
  let first: IteratorResult<Uint8Array, void> | undefined = await chunks.next();
  if (request.method === "HEAD") {
    await chunks.return();
    return new Response(null, { headers });
  }
  const { response, id, signal } = requestScope();
  // At an abort, ends the generator, so that it frees its slot: Remix only drops the stream.
  const abandon = () => void chunks.return().catch(() => undefined);
  if (signal?.aborted) abandon();
  else signal?.addEventListener("abort", abandon, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await untilDrained(response);
          const { done, value } = first ?? (await chunks.next());
          first = undefined;
          if (!done && !response?.destroyed) return controller.enqueue(value);
        } catch (error) {
          const err = error instanceof Error ? error : undefined;
          if (!response?.destroyed) log().error({ err, requestId: id }, "a download was broken off");
          // The broken connection shows the browser that the file is incomplete.
          response?.destroy();
        }
        // Closes the stream after a failure, too. Otherwise Remix passes the error on, and Express
        // prints it.
        controller.close();
        await chunks.return();
      },
      cancel: () => chunks.return().then(() => undefined),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}

// Waits until the browser has received the earlier chunks, because Remix doesn't. If the browser
// stops reading, `server.timeout` closes the connection.
async function untilDrained(response: ServerResponse | undefined): Promise<void> {
  if (!response?.writableNeedDrain || response.destroyed) return;
  const listeners = new AbortController();
  const { signal } = listeners;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  listeners.abort();
}
