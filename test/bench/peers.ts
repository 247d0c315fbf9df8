import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, start } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { awaitAnswer } from "./await-answer";

/**
 * The same table built bare, with nothing around it, on three stacks; the newest Node that all of
 * them run on.
 */
const SOURCES = fileURLToPath(new URL("peers", import.meta.url));
const NODE_MAJOR = 24;
const CACHE = join(root, ".cache/peers");
/** As our own server has it (Dockerfile), or the comparison would be one of flags. */
const YOUNG_GENERATION = "--max-semi-space-size=32";

const SERVERS: Record<string, { entry: string; args: (port: number) => string[] }> = {
  "remix-2": { entry: "@remix-run/serve/dist/cli.js", args: () => ["build/server/index.js"] },
  "react-router-8": { entry: "@react-router/serve/bin.cjs", args: () => ["build/server/index.js"] },
  "next-16": { entry: "next/dist/bin/next", args: (port) => ["start", "-p", String(port), "-H", "127.0.0.1"] },
};

/** `pid`: the process that makes the pages. */
export type Peer = { name: string; url: string; pid: number };

/**
 * The peers are measured on Node 24, so the page beside them has to be as well.
 * @returns its path; fetched once, from the registry
 */
export function peersNode(): string {
  const folder = join(CACHE, `node-${NODE_MAJOR}`);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const node = join(folder, "node_modules", name, "bin/node");
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--silent", `${name}@${NODE_MAJOR}`], { cwd: folder, stdio: "inherit" });
  return node;
}

export const onPeersNode = () => Number(process.versions.node.split(".")[0]) >= NODE_MAJOR;

/** Starts all of them, built where they haven't been from these sources. */
export async function startPeers(): Promise<{ peers: Peer[]; close: () => void }> {
  const node = peersNode();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${join(node, "..")}:${process.env.PATH}`,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    HOST: "127.0.0.1",
  };
  const running: ReturnType<typeof start>[] = [];
  const close = () => {
    for (const child of running) child.kill();
  };
  try {
    const peers: Peer[] = [];
    for (const [name, { entry, args }] of Object.entries(SERVERS)) {
      const cwd = built(name, env);
      const port = await freePort();
      const command = [YOUNG_GENERATION, join("node_modules", entry), ...args(port)];
      const server = start(node, command, { cwd, env: { ...env, PORT: String(port) }, stdio: "ignore" });
      running.push(server);
      const url = `http://127.0.0.1:${port}/sellers`;
      await awaitAnswer({ url });
      peers.push({ name, url, pid: server.pid as number });
    }
    return { peers, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @returns the folder of that peer, installed and built */
function built(name: string, env: NodeJS.ProcessEnv): string {
  const source = join(SOURCES, name);
  const hash = createHash("sha256");
  for (const file of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  }
  const folder = join(CACHE, `${name}-${hash.digest("hex").slice(0, 16)}`);
  const done = join(folder, "built");
  if (existsSync(done)) return folder;
  console.error(`building ${name} …`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(source, folder, { recursive: true });
  execFileSync("npm", ["install", "--silent", "--include=dev"], { cwd: folder, env, stdio: "inherit" });
  execFileSync("npm", ["run", "build", "--silent"], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(done, "");
  return folder;
}
