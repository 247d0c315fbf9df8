import type { ResourceLimits, Worker } from "node:worker_threads";
import { startThread } from "~/.server/own-thread";
import { UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import type { CheckTask, FoundTable, FromChecker, ToChecker } from "./check-messages.server";

/**
 * How long the thread may work, in ms: twenty times what the largest honest file takes on one slow core. Waiting for sellers and for
 * the store doesn't count.
 */
const WORK_MS = 30_000;
/** Of the thread alone: what it takes above that ends it, and nothing else. */
const RESOURCES: ResourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

const BUILT_WORKER = "./check-file.worker.js";
const WORKER_SOURCE = "./check-file.worker.server.ts";

export type FileCheck = {
  table: FoundTable;
  /**
   * What each row means, compared with all sellers that there are.
   * @throws UnusableFile; whatever `sellers` throws
   */
  rows(sellers: AsyncIterable<Seller[]>): AsyncGenerator<CheckedRow, void>;
  /** Ends the thread; safe to call at any time. */
  end(): Promise<void>;
};

/**
 * Reads a file in a thread of its own, so that nobody else waits for it, and a file made to kill kills that thread alone.
 * @param task its bytes are given away: they are of no use to the caller afterwards
 * @throws UnusableFile
 */
export async function openFileCheck(task: CheckTask): Promise<FileCheck> {
  const thread = new Checker(task);
  const end = () => thread.end();
  try {
    const read = await thread.answer();
    if (read.kind !== "read") throw unexpected(read);
    const { kind: _kind, ...table } = read;
    return { table, end, rows: (sellers) => rowsOf(thread, sellers) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function* rowsOf(thread: Checker, sellers: AsyncIterable<Seller[]>): AsyncGenerator<CheckedRow, void> {
  for await (const batch of sellers) {
    const answer = await thread.answer({ kind: "sellers", sellers: batch });
    if (answer.kind !== "moreSellers") throw unexpected(answer);
  }
  let answer = await thread.answer({ kind: "sellers" });
  while (answer.kind === "rows") {
    yield* answer.rows;
    answer = await thread.answer({ kind: "moreRows" });
  }
  if (answer.kind !== "end") throw unexpected(answer);
}

function unexpected(answer: FromChecker): Error {
  return new Error(`The thread that checks a file answered out of turn: ${answer.kind}`);
}

/** One thread, asked one thing at a time. */
class Checker {
  readonly #worker: Worker;
  #leftMs = WORK_MS;
  /** Takes what comes while somebody waits. */
  #take: ((said: FromChecker | Error) => void) | undefined;
  /** What came while nobody did. */
  #said: FromChecker | Error | undefined;

  constructor(task: CheckTask) {
    this.#worker = startWorker(task);
    this.#worker.on("message", (message: FromChecker) => this.#hear(message));
    this.#worker.on("error", (error) => this.#hear(isOutOfMemory(error) ? tooMuch(error) : error));
    // Whoever waits then would wait for ever.
    this.#worker.on("exit", (code) => this.#hear(new Error(`The thread that checks a file ended with code ${code}`)));
  }

  #hear(said: FromChecker | Error): void {
    if (this.#take) this.#take(said);
    else this.#said ??= said;
  }

  /**
   * Says something, then waits for the answer.
   * @throws UnusableFile when the file can't be used, or takes more time or memory than a file may
   */
  async answer(message?: ToChecker): Promise<FromChecker> {
    const began = performance.now();
    let overdue: NodeJS.Timeout | undefined;
    const said = await new Promise<FromChecker | Error>((resolve) => {
      if (this.#said) return resolve(this.#said);
      this.#take = resolve;
      overdue = setTimeout(() => resolve(tooMuch()), this.#leftMs);
      if (message) this.#worker.postMessage(message);
    });
    clearTimeout(overdue);
    this.#take = undefined;
    this.#said = undefined;
    this.#leftMs -= performance.now() - began;
    if (said instanceof Error) throw said;
    if (said.kind === "unusable") throw new UnusableFile(said.fault, said.about);
    return said;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
}

function tooMuch(cause?: Error): UnusableFile {
  return new UnusableFile("tooMuchWork", {}, { cause });
}

function startWorker(task: CheckTask): Worker {
  return startThread(new URL(BUILT_WORKER, import.meta.url), new URL(WORKER_SOURCE, import.meta.url), {
    workerData: task,
    transferList: [task.bytes.buffer as ArrayBuffer],
    resourceLimits: RESOURCES,
  });
}
