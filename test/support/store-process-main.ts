/*
 * A process of its own with a store open, told over IPC what to call: for tests of what processes
 * do to each other.
 */
import { openStore, type Store } from "../../app/.server/store/open-store";

type Call = { id: number; method: keyof Store; args: never[]; times?: number };

const url = process.argv[2];
if (!url || !process.send) throw new Error("Started by startStoreProcess");
const send = process.send.bind(process);

const store = await openStore(url).catch((error: unknown) => {
  send({ failed: String(error) });
  process.exit(2);
});

process.on("message", async ({ id, method, args, times = 1 }: Call) => {
  const call = store[method] as (...args: unknown[]) => Promise<unknown>;
  const results = await Promise.allSettled(Array.from({ length: times }, () => call.apply(store, args)));
  send({
    id,
    results: results.map((result) =>
      result.status === "fulfilled" ? { value: result.value } : { error: result.reason?.name },
    ),
  });
});
process.on("disconnect", () => process.exit(0));
send({ opened: true });
