import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Gives the tests of a file, or of a group, a folder of their own. */
export function giveFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "panel-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
