// Loaded into a server under test (`node --import`): copies SQLite's files into `?folder=` whenever
// a commit has reached the disk. After a power cut a server would find this copy, without later
// writes. With `synchronous` below FULL (2) a commit only reaches the operating system
// (https://www.sqlite.org/pragma.html#pragma_synchronous).
import { copyFileSync, existsSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { DatabaseSync as Original } from "@photostructure/sqlite";

const folder = new URL(import.meta.url).searchParams.get("folder") ?? "";

/** The server gets this class instead of the driver's own, whose methods can't be replaced. */
export class DatabaseSync extends Original {
  exec(/** @type {string} */ sql) {
    super.exec(sql);
    const path = this.location();
    if (sql !== "commit" || !path?.endsWith("panel.db")) return;
    if (this.prepare("pragma synchronous").get().synchronous < 2) return;
    for (const end of ["", "-wal"]) {
      if (existsSync(path + end)) copyFileSync(path + end, join(folder, `panel.db${end}`));
    }
  }
}

const here = JSON.stringify(import.meta.url);
const hook = `export const resolve = (name, context, next) =>
  name === "@photostructure/sqlite" && context.parentURL !== ${here}
    ? { url: ${here}, shortCircuit: true }
    : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
