import type { Sandbox, SandboxOptions } from "./types";

export { accounts } from "./accounts";
export type { Fault, RecordedRequest, Sandbox, SandboxControl, SandboxOptions, StoredSeller, Target } from "./types";

/** Starts the stand-in world: identity provider, sellers backend, directory and their control. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  throw new Error(`The sandbox for ${options.appUrl} is being built`);
}
