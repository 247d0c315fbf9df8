import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { giveFolder } from "../../../test/support/own-folder";
import { isBusy, translateFault } from "./sqlite-faults";

const folder = giveFolder();

function createFile(name: string): string {
  const path = join(folder, name);
  const file = new DatabaseSync(path);
  file.exec("pragma journal_mode = wal; create table filler (id integer primary key, text text)");
  for (let n = 0; n < 50; n += 1) file.exec(`insert into filler (text) values ('${"x".repeat(4_000)}')`);
  file.close();
  return path;
}

/** Returns the errors of `exec`, `run`, `get` and `all` with the same statement. */
function faultsOf(path: string, statement: string, setUp = ""): unknown[] {
  const file = new DatabaseSync(path);
  try {
    file.exec(setUp);
    const ways = [
      () => file.exec(statement),
      () => file.prepare(statement).run(),
      () => file.prepare(`${statement} returning id`).get(),
      () => file.prepare(`${statement} returning id`).all(),
    ];
    return ways.map((run) => {
      try {
        return run();
      } catch (error) {
        return error;
      }
    });
  } finally {
    file.close();
  }
}

const INSERT = "insert into filler (text) values (hex(zeroblob(50000)))";
const kindsOf = (faults: unknown[]) => faults.map((fault) => (translateFault(fault) as Error).constructor.name);
const all = (name: string) => [name, name, name, name];

test("A file at its maximum size is full", () => {
  expect(kindsOf(faultsOf(createFile("full.db"), INSERT, "pragma max_page_count = 1"))).toEqual(all("DatabaseFull"));
});

test("A file that can only be read is full", () => {
  expect(kindsOf(faultsOf(createFile("read.db"), INSERT, "pragma query_only = on"))).toEqual(all("DatabaseFull"));
});

test("A file that another process writes to is busy", () => {
  const path = createFile("busy.db");
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  const faults = faultsOf(path, INSERT);
  other.close();
  expect(faults.map(isBusy)).toEqual([true, true, true, true]);
  expect(kindsOf(faults)).toEqual(all("DatabaseBusy"));
});

/** Returns the error of opening the file, or else of reading it in several ways. */
function readFaultsOf(path: string): unknown[] {
  try {
    const file = new DatabaseSync(path);
    const query = "select length(text) as length from filler";
    const ways = [() => file.exec(query), () => file.prepare(query).all(), () => file.prepare(query).get()];
    return ways.flatMap((run) => {
      try {
        run();
        return [];
      } catch (error) {
        return error;
      }
    });
  } catch (error) {
    return [error];
  }
}

test.each([
  ["A damaged file", () => damaged("damaged.db")],
  ["A file that is no database", () => textFile("text.db")],
  ["A path without a folder", () => join(folder, "none", "panel.db")],
  ["A folder", () => folder],
  // Its first bytes can't be read: EIO.
  ["A disk that can't be read", () => "/proc/self/mem"],
])("%s is unavailable", (_title, path) => {
  const faults = readFaultsOf(path());
  expect(faults.length).toBeGreaterThan(0);
  expect(new Set(kindsOf(faults))).toEqual(new Set(["DatabaseUnavailable"]));
});

function damaged(name: string): string {
  const path = createFile(name);
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4_096);
  writeFileSync(path, bytes);
  return path;
}

function textFile(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "a text ".repeat(5_000));
  return path;
}

test("A disk that can't be written counts as full, an unreadable one as down", () => {
  const [IOERR_READ, IOERR_WRITE, IOERR_FSYNC] = [266, 778, 1034];
  const faults = [IOERR_READ, IOERR_WRITE, IOERR_FSYNC].map((errcode) => ({ message: "disk I/O error", errcode }));
  expect(kindsOf(faults)).toEqual(["DatabaseUnavailable", "DatabaseFull", "DatabaseFull"]);
});

test("An error of our own SQL stays as it is", () => {
  const faults = faultsOf(createFile("own.db"), "insert into filler (id) values (1)");
  expect(faults.map((fault) => translateFault(fault) === fault)).toEqual([true, true, true, true]);
});
