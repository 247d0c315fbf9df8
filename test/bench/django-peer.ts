import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, start } from "../../scripts/lib/process.mjs";
import { awaitAnswer } from "./await-answer";

const SOURCE = fileURLToPath(new URL("peers/django-admin", import.meta.url));
/** Debian's comes first, because `python3` may be another one that has no Django. */
const PYTHONS = ["/usr/bin/python3", "python3"];

/**
 * Django's admin with a table of 200 sellers, 50 on a page, behind one gunicorn worker, with
 * somebody signed in.
 * @returns undefined where Django or gunicorn isn't installed
 */
export async function startDjango() {
  const python = PYTHONS.find((path) => spawnSync(path, ["-c", "import django, gunicorn"]).status === 0);
  if (!python) {
    console.error("django-admin is left out: it needs Django and gunicorn (Debian: python3-django, gunicorn)");
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "panel-django-"));
  cpSync(SOURCE, folder, { recursive: true });
  const prepared = spawnSync(python, ["prepare.py"], { cwd: folder, encoding: "utf8" });
  if (prepared.status !== 0) throw new Error(prepared.stderr);
  const port = await freePort();
  const command = ["-m", "gunicorn", "--bind", `127.0.0.1:${port}`, "--workers", "1", "wsgi:application"];
  const server = start(python, command, { cwd: folder, stdio: "ignore" });
  const close = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}/admin/sellers/seller/`;
  const cookie = `sessionid=${prepared.stdout.trim()}`;
  await awaitAnswer({ url, cookie }).catch((error: unknown) => {
    close();
    throw error;
  });
  const workers = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  return { peer: { name: "django-admin", url, cookie, pid: Number(workers.trim()) }, close };
}
