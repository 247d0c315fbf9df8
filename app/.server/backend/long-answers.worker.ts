import { type MessagePort, parentPort } from "node:worker_threads";
import { BodyTooLarge, discardBody, readAnswer } from "~/.server/http/capped-body";
import { LatestByBytes } from "./latest-by-bytes";
import type { FromReader, Read, ToReader } from "./long-answers";

/*
 * The thread that asks for what is long, and reads it (long-answers.ts). What it holds of the answers is only looked at to
 * recognise the same bytes: each question is sent, with its own token, and gets what came.
 */

const server = parentPort as MessagePort;
const asked = new Map<number, AbortController>();
/** In memory that the server's main thread sees as well. */
const known = new LatestByBytes<{ bytes: Buffer; shared: SharedArrayBuffer }>({
  minBytes: 64 * 1024,
  maxBytes: 32 * 1024 * 1024,
  maxCount: 4,
});

server.on("message", async ({ id, question }: ToReader) => {
  if (!question) return asked.get(id)?.abort();
  const leaving = new AbortController();
  asked.set(id, leaving);
  const read = await readingOf(question, leaving.signal);
  asked.delete(id);
  server.postMessage({ id, read } satisfies FromReader);
});

async function readingOf(
  { url, headers, maxBytes }: NonNullable<ToReader["question"]>,
  signal: AbortSignal,
): Promise<Read> {
  let response: Response;
  try {
    // As the server asks (backend-attempt.ts): a redirect isn't followed.
    response = await fetch(url, { headers, redirect: "manual", signal });
  } catch (error) {
    const { code, message } = (error as { cause?: NodeJS.ErrnoException }).cause ?? (error as NodeJS.ErrnoException);
    return { kind: "fault", code, message };
  }
  const answer: Read = { kind: "answer", status: response.status, headers: [...response.headers] };
  if (!response.ok) {
    await discardBody(response);
    return answer;
  }
  try {
    return { ...answer, bytes: sharedBytes(await readAnswer(response, maxBytes)) };
  } catch (error) {
    return { kind: error instanceof BodyTooLarge ? "tooLarge" : "badBody", message: (error as Error).message };
  }
}

function sharedBytes({ buffer, byteOffset, byteLength }: Uint8Array): SharedArrayBuffer {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const same = known.find(bytes);
  if (same) return same.shared;
  const shared = new SharedArrayBuffer(bytes.length);
  const entry = { shared, bytes: Buffer.from(shared) };
  entry.bytes.set(bytes);
  known.keep(entry);
  return shared;
}
