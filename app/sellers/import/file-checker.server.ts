import type { ChildProcess } from "node:child_process";
import type { Encoding } from "~/.server/spreadsheet/csv-encoding";
import { type FileFault, type SheetFormat, UnusableFile } from "~/.server/spreadsheet/sheet";
import { startProcess } from "~/.server/start-process";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import type { Locale } from "~/i18n/locales";
import type { Corrections } from "./corrections.server";
import type { SheetTable } from "./find-table.server";

/** Time limit in ms, without waits for sellers. The largest file takes 1.5 s on a slow core. */
const WORK_MS = 30_000;

const BUILT_PROGRAM = "./file-checker.process.js";
const SOURCE = "./file-checker.process.server.ts";

export type CheckTask = {
  bytes: Uint8Array<ArrayBuffer>;
  corrections: Corrections;
  isPasted: boolean;
  encoding?: Encoding;
  locale: Locale;
};

export type FileTable = Omit<SheetTable, "rows"> & { format: SheetFormat };

// Each message is answered before the next is sent, so that no data is queued in memory:
// check → table; sellers with a batch → moreSellers, repeated for each batch;
// sellers without a batch → rows or end; moreRows → rows, repeated; moreRows → end.
// Instead of the expected answer the process may send `unusable` or `failed`.

export type FromProcess =
  | ({ kind: "table" } & FileTable)
  | { kind: "moreSellers" }
  | { kind: "rows"; rows: CheckedRow[] }
  | { kind: "end" }
  | { kind: "unusable"; fault: FileFault; about: UnusableFile["about"] }
  | { kind: "failed"; error: unknown };

export type ToProcess =
  | { kind: "check"; task: CheckTask }
  | { kind: "sellers"; sellers?: Seller[] }
  | { kind: "moreRows" };

type FileCheck = {
  table: FileTable;
  compare(sellers: AsyncIterable<Seller[]>): Promise<AsyncGenerator<CheckedRow[], void>>;
  end(): void;
};

/**
 * Checks a file in a child process, because a malicious file can crash the process that reads it.
 * A thread isn't enough: a thread that runs out of heap can end the server. @throws UnusableFile
 */
export async function openFileCheck(task: CheckTask): Promise<FileCheck> {
  const checkProcess = new CheckProcess();
  const end = () => checkProcess.end();
  try {
    const answer = await checkProcess.request({ kind: "check", task });
    if (answer.kind !== "table") throw unexpected(answer);
    const { kind: _kind, ...table } = answer;
    const compare: FileCheck["compare"] = async (sellers) =>
      rowsFrom(checkProcess, await sendSellers(checkProcess, sellers));
    return { table, end, compare };
  } catch (error) {
    end();
    throw error;
  }
}

async function sendSellers(checkProcess: CheckProcess, sellers: AsyncIterable<Seller[]>): Promise<FromProcess> {
  for await (const batch of sellers) {
    const answer = await checkProcess.request({ kind: "sellers", sellers: batch });
    if (answer.kind !== "moreSellers") throw unexpected(answer);
  }
  return checkProcess.request({ kind: "sellers" });
}

async function* rowsFrom(checkProcess: CheckProcess, first: FromProcess): AsyncGenerator<CheckedRow[], void> {
  let answer = first;
  while (answer.kind === "rows") {
    yield answer.rows;
    answer = await checkProcess.request({ kind: "moreRows" });
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
        // A signal means that V8 or the kernel ended the process because memory ran out.
        reject(signal ? tooMuchWork(ended) : ended);
      });
    });
    // Prevents an unhandled rejection if the process ends between two requests.
    this.#failure.catch(() => undefined);
  }

  async request(message: ToProcess): Promise<FromProcess> {
    const sentAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooMuchWork()), this.#workMsLeft);
    });
    // Not `once` of node:events, whose promise settles later: if the process sent its last message
    // and exited, the exit would win the race.
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
