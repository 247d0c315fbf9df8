// Loaded into a server under test (`node --import`): copies SQLite's files whenever a commit has
// reached the disk, the nth time to `?folder=`/n. After a power cut a server would find the last
// copy, without later writes. With `synchronous` below FULL (2) a commit only reaches the operating
// system (https://www.sqlite.org/pragma.html#pragma_synchronous).
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { DatabaseSync as Original } from "@photostructure/sqlite";

const folder = new URL(import.meta.url).searchParams.get("folder") ?? "";
let copies = 0;

/** A server that is killed while it copies must not leave half a copy under the copy's name. */
function copyDatabase(/** @type {string} */ path) {
  const unfinished = join(folder, "unfinished");
  mkdirSync(unfinished);
  for (const end of ["", "-wal"]) {
    if (existsSync(path + end)) copyFileSync(path + end, join(unfinished, `panel.db${end}`));
  }
  copies += 1;
  renameSync(unfinished, join(folder, String(copies)));
  rmSync(join(folder, String(copies - 1)), { recursive: true, force: true });
}

/** The server gets this class instead of the driver's own, whose methods can't be replaced. */
export class DatabaseSync extends Original {
  exec(/** @type {string} */ sql) {
    super.exec(sql);
    const path = this.location();
    if (sql !== "commit" || !path?.endsWith("panel.db")) return;
    if (this.prepare("pragma synchronous").get().synchronous === 2) copyDatabase(path);
  }
}

const here = JSON.stringify(import.meta.url);
const hook = `export const resolve = (name, context, next) =>
  name === "@photostructure/sqlite" && context.parentURL !== ${here}
    ? { url: ${here}, shortCircuit: true }
    : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
