import { isDraining } from "~/.server/http/drain";
import { store } from "~/.server/store/open-store";

/** Ready to be sent traffic: the store answers and the process isn't shutting down. */
export async function loader() {
  const ready = !isDraining() && (await storeAnswers());
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

let asking: Promise<boolean> | undefined;

/** Anybody may ask, and the embedded store is checked by a write, so one check serves all. */
function storeAnswers(): Promise<boolean> {
  asking ??= ping().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ping(): Promise<boolean> {
  try {
    await (await store()).ping();
    return true;
  } catch {
    return false;
  }
}
