import type { ChildProcess } from "node:child_process";
import type { Encoding } from "~/.server/spreadsheet/csv-encoding";
import { type FileFault, type SheetFormat, UnusableFile } from "~/.server/spreadsheet/sheet";
import { startProcess } from "~/.server/start-process";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import type { Locale } from "~/i18n/locales";
import type { Corrections } from "./corrections.server";
import type { SheetTable } from "./find-table.server";

/** Maximum work in ms, without waits for sellers: the largest file takes 1/20 on a slow core. */
const WORK_MS = 30_000;

const BUILT_PROGRAM = "./file-checker.process.js";
const SOURCE = "./file-checker.process.server.ts";

export type CheckTask = {
  bytes: Uint8Array<ArrayBuffer>;
  corrections: Corrections;
  /** Pasted rows may come without headings. */
  isPasted: boolean;
  /** Chosen for a CSV file; by default it is guessed. */
  encoding?: Encoding;
  locale: Locale;
};

export type FileTable = Omit<SheetTable, "rows"> & { format: SheetFormat };

/** Each side sends a message and waits for the answer, so that neither queues up data. */
export type FromProcess =
  | ({ kind: "table" } & FileTable)
  | { kind: "moreSellers" }
  | { kind: "rows"; rows: CheckedRow[] }
  | { kind: "end" }
  | { kind: "unusable"; fault: FileFault; about: UnusableFile["about"] }
  | { kind: "failed"; error: unknown };

/** `sellers` without a batch says that all sellers were sent. */
export type ToProcess =
  | { kind: "check"; task: CheckTask }
  | { kind: "sellers"; sellers?: Seller[] }
  | { kind: "moreRows" };

type FileCheck = {
  table: FileTable;
  /**
   * Checks all rows against the sellers. @throws UnusableFile; whatever `sellers` throws
   * @returns some hundreds of checked rows at a time
   */
  compare(sellers: AsyncIterable<Seller[]>): Promise<AsyncGenerator<CheckedRow[], void>>;
  end(): void;
};

/**
 * Starts the check in a process of its own, because a malicious file can crash the process that
 * reads it: even a thread that fills its heap within one built-in function takes the server along.
 * @throws UnusableFile
 */
export async function openFileCheck(task: CheckTask): Promise<FileCheck> {
  const checking = new CheckProcess();
  const end = () => checking.end();
  try {
    const answer = await checking.request({ kind: "check", task });
    if (answer.kind !== "table") throw unexpected(answer);
    const { kind: _kind, ...table } = answer;
    const compare: FileCheck["compare"] = async (sellers) => rowsFrom(checking, await sendSellers(checking, sellers));
    return { table, end, compare };
  } catch (error) {
    end();
    throw error;
  }
}

/** @returns the answer with the first rows, which the process sends once it has checked all rows */
async function sendSellers(checking: CheckProcess, sellers: AsyncIterable<Seller[]>): Promise<FromProcess> {
  for await (const batch of sellers) {
    const answer = await checking.request({ kind: "sellers", sellers: batch });
    if (answer.kind !== "moreSellers") throw unexpected(answer);
  }
  return checking.request({ kind: "sellers" });
}

async function* rowsFrom(checking: CheckProcess, first: FromProcess): AsyncGenerator<CheckedRow[], void> {
  let answer = first;
  while (answer.kind === "rows") {
    yield answer.rows;
    answer = await checking.request({ kind: "moreRows" });
  }
  if (answer.kind !== "end") throw unexpected(answer);
}

function unexpected(answer: FromProcess): Error {
  return new Error(`The process that checks a file answered out of order: ${answer.kind}`);
}

class CheckProcess {
  readonly #process: ChildProcess;
  readonly #failure: Promise<never>;
  #workMsLeft = WORK_MS;

  constructor() {
    const heapMB = 192;
    this.#process = startProcess(new URL(BUILT_PROGRAM, import.meta.url), new URL(SOURCE, import.meta.url), heapMB);
    this.#failure = new Promise((_resolve, reject) => {
      this.#process.on("error", reject);
      this.#process.on("exit", (code, signal) => {
        const ended = new Error(`The process that checks a file ended with ${signal ?? code}`);
        // V8 aborts at its heap's limit, and the kernel kills a process when memory runs out.
        reject(signal ? tooMuchWork(ended) : ended);
      });
    });
    // The process may end while no request waits for it.
    this.#failure.catch(() => undefined);
  }

  /** @throws UnusableFile also when the file takes too much time or memory */
  async request(message: ToProcess): Promise<FromProcess> {
    const sentAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooMuchWork()), this.#workMsLeft);
    });
    // Unlike `once` of node:events, this settles before an exit that follows the last message.
    const answered = new Promise<FromProcess>((resolve) => this.#process.once("message", resolve));
    this.#process.send(message);
    try {
      const answer = await Promise.race([this.#failure, answered, timeout]);
      if (answer.kind === "unusable") throw new UnusableFile(answer.fault, answer.about);
      if (answer.kind === "failed") throw answer.error;
      return answer;
    } finally {
      clearTimeout(timer);
      this.#workMsLeft -= performance.now() - sentAt;
    }
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }
}

function tooMuchWork(cause?: Error): UnusableFile {
  return new UnusableFile("tooMuchWork", {}, { cause });
}
