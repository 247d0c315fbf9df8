import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/project.mjs";

/** Runs a built command such as `doctor`, with only these variables, as in the image. */
export function runCommand(name: string, args: string[], variables: Record<string, string>) {
  const file = join(root, `build/commands/${name}.js`);
  const env = { NODE_ENV: "production", PATH: process.env.PATH, ...variables } as const;
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: tmpdir(), env, timeout: 45_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
