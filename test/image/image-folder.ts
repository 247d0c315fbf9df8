import { cpSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isRoot } from "../../scripts/lib/machine.mjs";
import { run } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { copyContext } from "./docker-context";

/** The image's /app as a folder of this machine, and how its process starts. */
export type Image = {
  folder: string;
  variables: Record<string, string>;
  user: number;
  command: string[];
  healthCheck: string[];
};

const WORKDIR = "/app";

function readInstructions(dockerfile: string): { name: string; text: string }[] {
  const lines = dockerfile.split("\n").filter((line) => !line.startsWith("#"));
  const whole = lines.join("\n").replaceAll("\\\n", " ").split("\n");
  return whole.filter(Boolean).map((line) => {
    const [, name = "", text = ""] = /^(\w+)\s+(.+)$/.exec(line.trim()) ?? [];
    return { name, text };
  });
}

/**
 * Builds the Dockerfile below `folder` on this machine: each stage's /app is a folder there, and the
 * RUN lines run there, with this machine's Node instead of the base image's.
 */
export async function buildImage(folder: string): Promise<Image> {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const context = join(folder, "context");
  copyContext(root, context, read(".dockerignore"));
  const stages = new Map<string, Image>();
  let stage: Image = { folder: context, variables: {}, user: 0, command: [], healthCheck: [] };

  const follow: Record<string, (text: string) => unknown> = {
    FROM(text) {
      const [base = "", , name = `stage-${stages.size}`] = text.split(" ");
      const earlier = stages.get(base);
      if (!earlier && !base.startsWith("node:")) throw new Error(`No stage is called ${base}`);
      stage = { folder: join(folder, name), variables: {}, user: 0, command: [], healthCheck: [] };
      stages.set(name, stage);
      // Moved instead of copied, because node_modules has 500 MB; so each stage is used once.
      if (earlier) renameSync(earlier.folder, stage.folder);
      else mkdirSync(stage.folder);
    },
    COPY(text) {
      const [, from, rest = ""] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
      const source = from ? stages.get(from)?.folder : context;
      const paths = rest.split(" ").map((path) => path.replace(`${WORKDIR}/`, ""));
      const target = join(stage.folder, paths.pop() ?? "");
      for (const path of paths.map((path) => join(source ?? "", path))) {
        if (from) renameSync(path, target);
        else if (statSync(path).isDirectory()) cpSync(path, target, { recursive: true });
        else cpSync(path, join(target, basename(path)));
      }
    },
    RUN: (text) => runLine(stage, text),
    // Builds here pass no arguments, so each has its default.
    ARG: (text) => setVariables(stage, text),
    ENV: (text) => setVariables(stage, text),
    USER: (text) => Object.assign(stage, { user: Number(text) }),
    CMD: (text) => Object.assign(stage, { command: JSON.parse(text) }),
    HEALTHCHECK: (text) => Object.assign(stage, { healthCheck: JSON.parse(text.slice(text.indexOf("["))) }),
    WORKDIR(text) {
      if (text !== WORKDIR) throw new Error(`WORKDIR must be ${WORKDIR}`);
    },
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
  };
  for (const { name, text } of readInstructions(read("Dockerfile"))) {
    if (!follow[name]) throw new Error(`This test doesn't know ${name} ${text}`);
    await follow[name](text);
  }
  return stage;
}

const setVariables = ({ variables }: Image, text: string) =>
  Object.assign(variables, Object.fromEntries(text.split(" ").map((pair) => pair.split("="))));

async function runLine({ folder, variables }: Image, line: string): Promise<void> {
  // A line with an absolute path would change this machine instead of an image.
  if (/(^|[\s'"=])\//.test(line)) throw new Error(`This RUN line isn't about ${WORKDIR} alone: ${line}`);
  // Only root may give a folder to another user.
  const allowed = isRoot ? line : line.replace(/ -o \d+ -g \d+/, "");
  // A build has none of a test runner's settings.
  const withoutRunner = ["-u", "NODE_ENV", "-u", "NODE_OPTIONS", "sh", "-c", allowed];
  const env = { ...process.env, npm_config_prefer_offline: "true", ...variables };
  const code = await run("env", withoutRunner, { cwd: folder, env });
  if (code !== 0) throw new Error(`A RUN line of the Dockerfile ended with ${code}: ${line}`);
}
