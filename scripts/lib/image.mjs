// The container image, built and run by Docker or Podman, or as root by buildah in a chroot.
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCommand, isRoot } from "./machine.mjs";
import { run, start } from "./process.mjs";
import { root } from "./project.mjs";

/** @typedef {"docker" | "podman" | "buildah"} Engine */

const BUILD_WITHIN_MS = 25 * 60_000;
const BASE_WITHIN_MS = 10 * 60_000;
const ASK_WITHIN_MS = 60_000;

/** The user `node` of the image (Dockerfile). */
const UID = 1000;

/** Layers as plain folders need nothing of the kernel, and a changed root nothing but root. */
const env = { ...process.env, STORAGE_DRIVER: process.env.STORAGE_DRIVER ?? "vfs", BUILDAH_ISOLATION: "chroot" };

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {string} what it prints; throws when it fails
 */
const ask = (command, args) =>
  execFileSync(command, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: ASK_WITHIN_MS });

/** @param {string} command @param {string[]} args */
function works(command, args) {
  try {
    ask(command, args);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Engine | undefined} the first that works here: a client without its server doesn't */
export function findEngine() {
  if (findCommand("docker") && works("docker", ["info"])) return "docker";
  if (findCommand("podman") && works("podman", ["info"])) return "podman";
  const changesRoot = isRoot && works("unshare", ["--mount", "true"]);
  return changesRoot && findCommand("buildah") && works("buildah", ["images"]) ? "buildah" : undefined;
}

/** What the image stands on, by its full name. */
export function baseImage() {
  const [, name = ""] = /^FROM (node:\S+)/m.exec(readFileSync(join(root, "Dockerfile"), "utf8")) ?? [];
  return `docker.io/library/${name}`;
}

/**
 * Makes sure of the base image: the one that is here, else the registry's, else, where no registry
 * is in reach, one put together from Debian's packages and the package registry's Node.
 * @param {Engine} engine
 * @returns {Promise<boolean>}
 */
export async function ensureBase(engine) {
  const base = baseImage();
  const inspect = engine === "buildah" ? ["inspect", "--type", "image", base] : ["image", "inspect", base];
  if (works(engine, inspect)) return true;
  console.log(`Pulling ${base}…`);
  const options = /** @type {const} */ ({ env, stdio: ["ignore", "ignore", "ignore"], timeout: BASE_WITHIN_MS });
  if ((await run(engine, ["pull", base], options)) === 0) return true;
  return engine === "buildah" && findCommand("debootstrap") !== undefined && (await assembleBase(base));
}

/** @param {string} base `docker.io/library/node:24-bookworm-slim` */
async function assembleBase(base) {
  const [, major = "", suite = ""] = /:(\d+)-([a-z]+)-slim$/.exec(base) ?? [];
  console.log(`The registry is out of reach: putting ${base} together…`);
  const folder = mkdtempSync(join(tmpdir(), "panel-base-"));
  const script = `
    set -eu
    debootstrap --variant=minbase --include=ca-certificates "$SUITE" root
    npm pack --silent "node-linux-${process.arch}@$MAJOR" >/dev/null && tar xzf node-linux-*.tgz
    install -m755 package/bin/node root/usr/local/bin/node
    npm pack --silent npm@11 >/dev/null && mkdir npm && tar xzf npm-*.tgz -C npm
    mkdir -p root/usr/local/lib/node_modules root/usr/local/etc
    mv npm/package root/usr/local/lib/node_modules/npm
    ln -s ../lib/node_modules/npm/bin/npm-cli.js root/usr/local/bin/npm
    chmod +x root/usr/local/lib/node_modules/npm/bin/npm-cli.js
    chroot root groupadd --gid ${UID} node
    chroot root useradd --uid ${UID} --gid node --create-home node
    # What this machine trusts and takes its packages from, the image's steps trust as well.
    cp /etc/ssl/certs/ca-certificates.crt root/etc/ssl/certs/ca-certificates.crt
    printf 'cafile=/etc/ssl/certs/ca-certificates.crt\\nregistry=%s\\n' "$(npm config get registry 2>/dev/null)" >root/usr/local/etc/npmrc
    container=$(buildah from scratch)
    buildah copy -q "$container" root /
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
    buildah commit -q "$container" "$BASE"
    buildah rm "$container"`;
  try {
    const options = /** @type {const} */ ({ stdio: ["ignore", "ignore", "inherit"], timeout: BASE_WITHIN_MS });
    const own = { ...env, BASE: base, MAJOR: major, SUITE: suite };
    return (await run("sh", ["-c", script], { ...options, cwd: folder, env: own })) === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the Dockerfile.
 * @param {Engine} engine
 * @param {string} tag
 * @param {typeof run} runIt
 */
export async function buildImage(engine, tag, runIt) {
  const args = engine === "buildah" ? ["bud", "--pull-never", "--format", "docker", "-t", tag] : ["build", "-t", tag];
  return (await runIt(engine, [...args, "."], { cwd: root, env, timeout: BUILD_WITHIN_MS })) === 0;
}

/** @param {Engine} engine @param {string} tag */
export function removeImage(engine, tag) {
  works(engine, engine === "buildah" ? ["rmi", tag] : ["image", "rm", "-f", tag]);
}

/** @param {string} image @returns {any} what buildah knows of it */
const inspected = (image) => JSON.parse(ask("buildah", ["inspect", "--type", "image", image]));

/**
 * @param {Engine} engine
 * @param {string} image
 * @returns {number} bytes of all its layers, unpacked
 */
export function imageSize(engine, image) {
  if (engine !== "buildah") return Number(ask(engine, ["image", "inspect", "--format", "{{.Size}}", image]));
  return JSON.parse(inspected(image).Manifest).layers.reduce(
    (/** @type {number} */ sum, /** @type {{ size: number }} */ layer) => sum + layer.size,
    0,
  );
}

/**
 * Starts the image as it is meant to be started: as uid 1000, its root read-only, /tmp and
 * /app/data writable, no capabilities, in this machine's network. SIGTERM to the child reaches the
 * image's process, whose exit code is the child's.
 * @param {Engine} engine
 * @param {string} tag
 * @param {Record<string, string>} variables
 * @param {string[]} [command] instead of the image's own
 * @returns {{ child: import("node:child_process").ChildProcess, remove(): void }}
 */
export function startImage(engine, tag, variables, command) {
  const stdio = /** @type {import("node:child_process").StdioOptions} */ (["ignore", "pipe", "pipe"]);
  if (engine !== "buildah") {
    const variableArgs = Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    const limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
    // The volume of the Dockerfile is new, writable, and removed with the container.
    const args = ["run", "--rm", "--network", "host", "--user", `${UID}:${UID}`, ...limits, ...variableArgs];
    return { child: start(engine, [...args, tag, ...(command ?? [])], { stdio }), remove: () => {} };
  }
  const { Env = [], Cmd = [], WorkingDir = "/" } = inspected(tag).OCIv1.config;
  const container = ask("buildah", ["from", "--pull-never", tag]).trim();
  const mounted = ask("buildah", ["mount", container]).trim();
  const data = mkdtempSync(join(tmpdir(), "panel-image-data-"));
  chownSync(data, UID, UID);
  const environment = [...Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  for (const folder of ["proc", "dev"]) if (!existsSync(join(mounted, folder))) mkdirSync(join(mounted, folder));
  const script = `
    set -eu
    mount --bind "$1" "$1"
    mount --bind "$2" "$1/app/data"
    mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount -o remount,bind,ro "$1"
    folder=$1; shift 2
    exec setpriv --no-new-privs chroot --userspec=${UID}:${UID} --groups= "$folder" /usr/bin/env -i -C "$@"`;
  const inside = [WorkingDir, ...environment, ...(command ?? Cmd)];
  const args = ["--mount", "--propagation", "private", "sh", "-c", script, "sh", mounted, data, ...inside];
  const remove = () => {
    works("buildah", ["rm", container]);
    rmSync(data, { recursive: true, force: true });
  };
  return { child: start("unshare", args, { stdio }), remove };
}
