import type { ResourceLimits, Worker } from "node:worker_threads";
import { startThread } from "~/.server/own-thread";
import { type FileFault, type SheetFormat, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import type { Locale } from "~/i18n/locales";
import type { Corrections } from "./corrections.server";
import type { Headings } from "./headings.server";

/** In ms, without waits for sellers: twenty times what the largest file takes on a slow core. */
const WORK_MS = 30_000;
const RESOURCES: ResourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

const BUILT_WORKER = "./check-file.worker.js";
const WORKER_SOURCE = "./check-file.worker.server.ts";

export type CheckTask = {
  bytes: Uint8Array<ArrayBuffer>;
  corrections: Corrections;
  /** Pasted rows may come without headings. */
  isPasted: boolean;
  locale: Locale;
};

export type FileTable = {
  format: SheetFormat;
  headings: Headings;
  /** The headings' line; 0 for assumed headings. */
  line: number;
  sheet?: string;
};

/** The thread and the server alternate, so neither queues up data. */
export type FromThread =
  | ({ kind: "read" } & FileTable)
  | { kind: "moreSellers" }
  | { kind: "rows"; rows: CheckedRow[] }
  | { kind: "end" }
  | { kind: "unusable"; fault: FileFault; about: UnusableFile["about"] };

/** `sellers` without a batch ends them. */
export type ToThread = { kind: "sellers"; sellers?: Seller[] } | { kind: "moreRows" };

type FileCheck = {
  table: FileTable;
  /** Hands the sellers to the thread. @throws UnusableFile; whatever `sellers` throws */
  compare(sellers: AsyncIterable<Seller[]>): Promise<void>;
  /** Yields each row, compared with these sellers. @throws UnusableFile */
  rows(): AsyncGenerator<CheckedRow, void>;
  end(): Promise<void>;
};

/** A hostile file kills only its thread. @param task its bytes move there. @throws UnusableFile */
export async function openFileCheck(task: CheckTask): Promise<FileCheck> {
  const thread = new CheckThread(task);
  const end = () => thread.end();
  try {
    const read = await thread.request();
    if (read.kind !== "read") throw unexpected(read);
    const { kind: _kind, ...table } = read;
    return { table, end, compare: (sellers) => sendSellers(thread, sellers), rows: () => rowsOf(thread) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function sendSellers(thread: CheckThread, sellers: AsyncIterable<Seller[]>): Promise<void> {
  for await (const batch of sellers) {
    const answer = await thread.request({ kind: "sellers", sellers: batch });
    if (answer.kind !== "moreSellers") throw unexpected(answer);
  }
}

async function* rowsOf(thread: CheckThread): AsyncGenerator<CheckedRow, void> {
  let answer = await thread.request({ kind: "sellers" });
  while (answer.kind === "rows") {
    yield* answer.rows;
    answer = await thread.request({ kind: "moreRows" });
  }
  if (answer.kind !== "end") throw unexpected(answer);
}

function unexpected(answer: FromThread): Error {
  return new Error(`The thread that checks a file answered out of order: ${answer.kind}`);
}

class CheckThread {
  readonly #worker: Worker;
  readonly #failure: Promise<never>;
  #leftMs = WORK_MS;

  constructor(task: CheckTask) {
    this.#worker = startThread(new URL(BUILT_WORKER, import.meta.url), new URL(WORKER_SOURCE, import.meta.url), {
      workerData: task,
      transferList: [task.bytes.buffer],
      resourceLimits: RESOURCES,
    });
    this.#failure = new Promise((_resolve, reject) => {
      this.#worker.on("error", (error) => reject(isOutOfMemory(error) ? tooMuchWork(error) : error));
      this.#worker.on("exit", (code) => reject(new Error(`The thread that checks a file ended with code ${code}`)));
    });
    this.#failure.catch(() => undefined);
  }

  /** @throws UnusableFile also when the file takes too much time or memory */
  async request(message?: ToThread): Promise<FromThread> {
    const sentAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooMuchWork()), this.#leftMs);
    });
    // Unlike `once` of node:events, this settles before an exit that follows the last message.
    const answered = new Promise<FromThread>((resolve) => this.#worker.once("message", resolve));
    if (message) this.#worker.postMessage(message);
    try {
      const answer = await Promise.race([this.#failure, answered, timeout]);
      if (answer.kind === "unusable") throw new UnusableFile(answer.fault, answer.about);
      return answer;
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - sentAt;
    }
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooMuchWork(cause?: Error): UnusableFile {
  return new UnusableFile("tooMuchWork", {}, { cause });
}
