import { drain } from "./drain";

/** What must be right before the first request is taken; rejects with one clear message otherwise. */
export async function startServer(): Promise<void> {
  drain.listen();
}
