import { join } from "node:path";
import { run } from "../../scripts/lib/process.mjs";
import { build, buildIsFresh, root } from "../../scripts/lib/project.mjs";

const server = join(root, "build/next-version/server/index.js");

/**
 * The app built a second time, every script under another name, as a deploy would bring it.
 * @returns its server's file
 */
export async function nextVersion(): Promise<string> {
  const config = join(root, "test/support/next-version.vite.config.ts");
  if (!buildIsFresh(server) && !(await build(run, { config, server })))
    throw new Error("The next version doesn't build");
  return server;
}
