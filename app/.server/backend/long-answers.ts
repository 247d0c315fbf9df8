import type { Worker } from "node:worker_threads";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import { startThread } from "~/.server/own-thread";
import type { Arrived } from "./backend-call";
import { ConnectionFault } from "./connection-fault";

const BUILT_WORKER = "./long-answers.worker.js";
const WORKER_SOURCE = "./long-answers.worker.ts";

type Question = { url: string; headers: Record<string, string>; maxBytes: number };

/** Without a question: nobody waits for that answer any more. */
export type ToReader = { id: number; question?: Question };

export type Read =
  /** An answer; its bytes when it is a success. */
  | { kind: "answer"; status: number; headers: [string, string][]; bytes?: SharedArrayBuffer }
  /** None came. */
  | { kind: "fault"; code?: string; message: string }
  /** Its body didn't come to an end. */
  | { kind: "tooLarge" | "badBody"; message: string };

export type FromReader = { id: number; read: Read };

/** A body that the thread couldn't read to its end. */
export class UnreadBody extends Error {
  readonly kind: "tooLarge" | "badBody";
  constructor({ kind, message }: Pick<UnreadBody, "kind" | "message">) {
    super(message);
    this.kind = kind;
  }
}

/**
 * A thread that is told to leave a question says something of it, be it late. One that doesn't for so long, in ms, hangs, and would hold
 * up each list until its deadline.
 */
const SILENT_MS = 30_000;

let reader: Worker | undefined;
/** It ended by itself, and would again. */
let isBroken = false;
let lastId = 0;
const waiting = new Map<number, (read: Read) => void>();
/** Of questions that were left: what rings when nothing is said of them. */
const left = new Map<number, NodeJS.Timeout>();

/** Whether there is a thread for long answers. It doesn't know the way by a proxy. */
export function isReadByThread(): boolean {
  const { HTTPS_PROXY, HTTP_PROXY } = env();
  return !isBroken && !HTTPS_PROXY && !HTTP_PROXY;
}

/**
 * GETs what is long in a thread, which reads it to its end; of a refusal only the head. The same bytes as before come back
 * in the same memory, so that an unchanged answer costs this thread a message.
 * @throws ConnectionFault, also when the thread has ended; UnreadBody; the signal's own error
 */
export async function askThread(question: Question, signal: AbortSignal): Promise<Arrived> {
  const read = await readingOf(question, signal);
  if (read.kind === "answer") {
    const { status, headers, bytes } = read;
    return { status, headers: new Headers(headers), body: null, whole: bytes && Buffer.from(bytes) };
  }
  if (read.kind !== "fault") throw new UnreadBody(read);
  const cause = Object.assign(new Error(read.message), { code: read.code });
  throw new ConnectionFault(new Error("The thread's question failed", { cause }));
}

async function readingOf(question: Question, signal: AbortSignal): Promise<Read> {
  signal.throwIfAborted();
  const thread = reader ?? startReader();
  if (!thread) return { kind: "fault", message: NO_THREAD };
  reader = thread;
  lastId += 1;
  const id = lastId;
  let leave = () => {};
  try {
    return await new Promise<Read>((resolve, reject) => {
      leave = () => {
        thread.postMessage({ id } satisfies ToReader);
        left.set(id, setTimeout(() => void thread.terminate(), SILENT_MS).unref());
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave);
      waiting.set(id, resolve);
      thread.postMessage({ id, question } satisfies ToReader);
    });
  } finally {
    signal.removeEventListener("abort", leave);
    waiting.delete(id);
  }
}

const NO_THREAD = "The thread for long answers has ended";

/** @returns undefined where the system has no more threads to give */
function startReader(): Worker | undefined {
  let thread: Worker;
  try {
    thread = startThread(new URL(BUILT_WORKER, import.meta.url), new URL(WORKER_SOURCE, import.meta.url));
  } catch (err) {
    tellEnd({ err });
    return undefined;
  }
  let err: Error | undefined;
  thread.on("message", ({ id, read }: FromReader) => {
    clearTimeout(left.get(id));
    left.delete(id);
    waiting.get(id)?.(read);
  });
  thread.on("error", (error) => {
    err = error;
  });
  thread.on("exit", (code) => {
    tellEnd({ code, err });
    for (const timer of left.values()) clearTimeout(timer);
    left.clear();
    for (const hear of waiting.values()) hear({ kind: "fault", message: NO_THREAD });
  });
  // It keeps nobody from ending.
  thread.unref();
  return thread;
}

function tellEnd(why: { code?: number; err?: unknown }): void {
  isBroken = true;
  log().error(why, "the thread for long answers has ended; they are read without it from now on");
}
