import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../scripts/lib/project.mjs";

// Each run of the tests has its own copy; the workers read its folder from this variable.
process.env.PANEL_NEXT_VERSION ??= `build/next-version/${process.pid}`;
const place = process.env.PANEL_NEXT_VERSION;
const folder = join(root, place);

/** The server's file of a later version, for tests of a deploy. */
export const nextVersion = join(folder, "server/index.js");

/** The places where records become text: the later version adds a field that ours doesn't know. */
const RECORDS = [/(?<=cipher\.update\(JSON\.stringify\()\w+(?=\))/, /(?<=item: JSON\.stringify\()\w+(?=\))/];

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * Global setup: copies the build and gives each script another name, as a new version has, also
 * where a script imports another.
 */
export default function makeNextVersion(): void {
  const removeCopy = () => rmSync(folder, { recursive: true, force: true });
  removeCopy();
  process.on("exit", removeCopy);
  for (const part of ["client", "server"]) {
    const isNeeded = (path: string) => !/\.(?:br|gz)$/.test(path);
    cpSync(join(root, "build", part), join(folder, part), { recursive: true, filter: isNeeded });
  }
  const client = filesBelow(join(folder, "client"));
  const scripts = new Set(client.map((path) => basename(path)).filter((name) => name.endsWith(".js")));
  const renamed = (text: string) =>
    text.replace(/[\w.-]+\.js\b/g, (name) => (scripts.has(name) ? `next-${name}` : name));
  for (const path of client.filter((each) => each.endsWith(".js"))) {
    writeFileSync(path, renamed(readFileSync(path, "utf8")));
    renameSync(path, join(path, `../next-${basename(path)}`));
  }
  for (const path of filesBelow(join(folder, "server")))
    writeFileSync(path, renamed(readFileSync(path, "utf8")).replaceAll("build/client", `${place}/client`));
  let server = readFileSync(nextVersion, "utf8");
  for (const record of RECORDS) {
    if (!record.test(server)) throw new Error(`The server doesn't make records into text by ${record} any more`);
    server = server.replace(record, (content) => `{ ...${content}, ofNextVersion: { is: [1] } }`);
  }
  writeFileSync(nextVersion, server);
}
