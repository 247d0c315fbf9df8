import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCommand, isRoot } from "../../scripts/lib/machine.mjs";
import { start } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";

const READY_WITHIN_MS = 20_000;

/**
 * Starts nginx with deploy/nginx.conf, except for its port, the app's ports and its log files.
 * @param port the port for browsers
 * @param processes the ports of one process of the app (upstream.conf) or of three
 *   (compose-upstream.conf, without `resolve`, which Debian's nginx doesn't know)
 * @param changes of nginx.conf
 */
export async function startNginx(
  port: number,
  processes: [number] | [number, number, number],
  changes: Replacement[] = [],
) {
  const read = (name: string) => readFile(join(root, "deploy", name), "utf8");
  const config = replaceEach(await read("nginx.conf"), [["listen 8080;", `listen 127.0.0.1:${port};`], ...changes]);
  const one: Replacement[] = [["127.0.0.1:3000", `127.0.0.1:${processes[0]}`]];
  const many = processes.map((at, index): Replacement => [`panel-${index + 1}:3000 resolve`, `127.0.0.1:${at}`]);
  const upstream =
    processes.length === 1
      ? replaceEach(await read("upstream.conf"), one)
      : replaceEach(await read("compose-upstream.conf"), [["resolver 127.0.0.11 valid=5s;", ""], ...many]);
  return runNginx(config, port, upstream);
}

type Replacement = [from: string, to: string];

function replaceEach(text: string, changes: Replacement[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`The configuration doesn't say "${from}" once`);
    return changed.replace(from, to);
  }, text);
}

/** nginx directives that compress answers. */
export const COMPRESSING = "gzip on; gzip_types application/json; gzip_min_length 0; gzip_proxied any;";
/** nginx directives that change strong ETags as Apache's mod_deflate does. */
export const SUFFIXING = "proxy_hide_header ETag; add_header ETag $suffixed always;";

/** Starts nginx in front of a backend. @param directives for nginx's `server` block */
export function startBackendProxy(port: number, target: number, directives: string) {
  return runNginx(
    `worker_processes 1;
    events {}
    http {
      access_log off;
      client_body_temp_path /tmp/body; proxy_temp_path /tmp/proxy; fastcgi_temp_path /tmp/fastcgi;
      uwsgi_temp_path /tmp/uwsgi; scgi_temp_path /tmp/scgi;
      map $upstream_http_etag $suffixed { '~^"(?<tag>.*)"$' '"$tag-gzip"'; }
      server {
        listen 127.0.0.1:${port};
        ${directives}
        location = /metrics { return 404; }
        location / { proxy_pass http://127.0.0.1:${target}; }
      }
    }`,
    port,
  );
}

/** @param text the configuration, with `/tmp` for nginx's folder, and 404 for `/metrics` */
async function runNginx(text: string, port: number, upstream = "") {
  const folder = await mkdtemp(join(tmpdir(), "panel-nginx-"));
  const config = join(folder, "nginx.conf");
  await writeFile(config, text.replaceAll(" /tmp/", ` ${folder}/`));
  await writeFile(join(folder, "upstream.conf"), upstream);

  // As root, nginx would run its workers as another user, who may not be able to enter `/`.
  const directives = `daemon off; pid ${folder}/nginx.pid;${isRoot ? " user root;" : ""}`;
  const args = ["-c", config, "-p", folder, "-e", "stderr", "-g", directives];
  const child = start(findCommand("nginx") ?? "nginx", args, { stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => (written += part));
  const ended = once(child, "exit");
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  // nginx itself answers 404 for /metrics, even without a server behind it.
  while ((await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))?.status !== 404) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`nginx doesn't start:\n${written}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
