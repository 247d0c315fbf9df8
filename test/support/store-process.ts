import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Store } from "../../app/.server/store/open-store";

export type StoreOutcome = { value?: unknown; error?: string };
export type StoreProcess = Awaited<ReturnType<typeof startStoreProcess>>;

/**
 * Another process with a store open.
 * @param fileBlocks how far its files may grow, in the blocks of `ulimit -f` (512 or 1024 bytes, by
 * shell).
 * @throws Error with the message that opening failed with.
 */
export async function startStoreProcess(url: string, fileBlocks = "unlimited") {
  const main = join(import.meta.dirname, "store-process-main.ts");
  const command = `trap "" XFSZ; ulimit -f ${fileBlocks}; exec "$0" "$@"`;
  const child = spawn("sh", ["-c", command, process.execPath, "--import", "tsx", main, url], {
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  const [first] = (await once(child, "message")) as [{ failed?: string }];
  if (first.failed) throw new Error(first.failed);

  let serial = 0;
  const waiting = new Map<number, (outcomes: StoreOutcome[]) => void>();
  child.on("message", ({ id, results }: { id: number; results: StoreOutcome[] }) => waiting.get(id)?.(results));

  /**
   * Calls a method of its store `times` times at once. Never answers once the process is killed.
   */
  function call(method: keyof Store, args: unknown[], times = 1): Promise<StoreOutcome[]> {
    const id = ++serial;
    child.send({ id, method, args, times });
    return new Promise((resolve) => {
      waiting.set(id, resolve);
    });
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Its store, to be used as if it were here; errors have a name and nothing else. */
  function asStore(): Store {
    const method =
      (name: keyof Store) =>
      async (...args: unknown[]) => {
        const [outcome] = await call(name, args);
        if (outcome?.error) throw Object.assign(new Error(outcome.error), { name: outcome.error });
        return outcome?.value as never;
      };
    return {
      get: method("get"),
      getMany: method("getMany"),
      put: method("put"),
      putIfAbsent: method("putIfAbsent"),
      updateIfPresent: method("updateIfPresent"),
      replaceIfEquals: method("replaceIfEquals"),
      extend: method("extend"),
      delete: method("delete"),
      deleteIfEquals: method("deleteIfEquals"),
      append: method("append"),
      readLog: method("readLog"),
      removeFromLog: method("removeFromLog"),
      ping: method("ping"),
      close: kill,
    };
  }

  return { pid: child.pid ?? 0, call, kill, asStore };
}
