import { showToast, type Toast } from "~/ui/toast";

let asking = false;

/** Shows what the server has to tell the person now, which it tells but once. Never rejects. */
export async function tellNews(address: string): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(address, { cache: "no-store", redirect: "manual" });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // A page that is loaded later tells it.
  } finally {
    asking = false;
  }
}
