import { mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { build, buildIsFresh, root } from "../../scripts/lib/project.mjs";

const server = join(root, "build/next-version/server/index.js");

/** Held by whoever builds it: tests of two workers may want it at once. */
const lock = join(root, "build/next-version.lock");
const BEAT_MS = 5_000;
/** Whoever builds it and hasn't said so for so long has died over it. */
const DEAD_AFTER_MS = 120_000;

/** @returns whether it is held now; not when somebody else holds it, unless they died over it */
function takeLock(): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > DEAD_AFTER_MS) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/**
 * The app built a second time, every script under another name, as a deploy would bring it.
 * @returns its server's file
 */
export async function nextVersion(): Promise<string> {
  const config = join(root, "test/support/next-version.vite.config.ts");
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, 500));
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT_MS);
  try {
    const isFresh = buildIsFresh(server) && statSync(config).mtimeMs <= statSync(server).mtimeMs;
    if (!isFresh && !(await build({ config, server }))) throw new Error("The next version doesn't build");
    return server;
  } finally {
    clearInterval(beat);
    rmSync(lock, { recursive: true, force: true });
  }
}
