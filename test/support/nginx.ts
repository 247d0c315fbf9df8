import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCommand } from "../../scripts/lib/machine.mjs";
import { start } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";

const READY_WITHIN_MS = 20_000;

/**
 * nginx with deploy/nginx.conf itself, but for where it listens, whom it asks and where it writes.
 * @param port where people come
 * @param processes the ports of three processes of the app
 */
export async function startNginx(port: number, processes: [number, number, number]) {
  const folder = await mkdtemp(join(tmpdir(), "panel-nginx-"));
  // Its workers are somebody else where it is started by root.
  await chmod(folder, 0o755);
  const changes: [from: string, to: string][] = [
    ["listen 8080;", `listen 127.0.0.1:${port};`],
    ...processes.map((at, index): [string, string] => [`server panel-${index + 1}:3000 `, `server 127.0.0.1:${at} `]),
  ];
  let text = await readFile(join(root, "deploy/nginx.conf"), "utf8");
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`deploy/nginx.conf doesn't say "${from}" once`);
    text = text.replace(from, to);
  }
  const config = join(folder, "nginx.conf");
  await writeFile(config, text.replaceAll(" /tmp/", ` ${folder}/`));

  const child = start(
    findCommand("nginx") ?? "nginx",
    ["-c", config, "-p", folder, "-e", "stderr", "-g", "daemon off;"],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => (written += part));
  const ended = once(child, "exit");
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  // It answers that itself, whoever stands behind it.
  while ((await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))?.status !== 404) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`nginx doesn't start:\n${written}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    logs: () => written,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
