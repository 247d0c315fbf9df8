import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { makeFolder } from "./lmdb-files";

/** Makes the folder just before this process does. */
let quicker: ((path: string) => void) | undefined;
vi.mock("node:fs", async (importActual) => {
  const fs = await importActual<typeof import("node:fs")>();
  const mkdirSync = (path: string, options: { mode: number }) => {
    quicker?.(path);
    fs.mkdirSync(path, options);
  };
  return { ...fs, mkdirSync };
});
const { mkdirSync: make } = await vi.importActual<typeof import("node:fs")>("node:fs");

const home = mkdtempSync(join(tmpdir(), "make-folder-"));
afterAll(() => rmSync(home, { recursive: true }));
const modeOf = (path: string) => statSync(path).mode & 0o777;

test("is made with those above it, for nobody else, and one that is there stays as it is", () => {
  makeFolder(join(home, "a", "b"));
  expect([modeOf(join(home, "a")), modeOf(join(home, "a", "b"))]).toEqual([0o700, 0o700]);
  make(join(home, "open"));
  const before = modeOf(join(home, "open"));
  makeFolder(join(home, "open"));
  expect(modeOf(join(home, "open"))).toBe(before);
});

test("isn't made where a file stands, nor below one", () => {
  writeFileSync(join(home, "file"), "");
  expect(() => makeFolder(join(home, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(home, "file", "x"))).toThrow(/EEXIST|ENOTDIR/);
});

test("that another process makes meanwhile is as good", () => {
  quicker = (path) => make(path);
  makeFolder(join(home, "shared"));
  quicker = undefined;
  expect(statSync(join(home, "shared")).isDirectory()).toBe(true);
});
