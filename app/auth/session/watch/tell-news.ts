import { localeOfPath, pathIn } from "~/i18n/locales";
import { showToast, type Toast } from "~/ui/toast";

let asking = false;

/** Shows what the server has to tell the person now, which it tells but once; a job's own page says by itself that the job is over. Never rejects. */
export async function tellNews(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    const { pathname } = window.location;
    const address = pathIn(localeOfPath(pathname), "/sellers/jobs/news");
    const [, reading] = /\/sellers\/jobs\/([\w-]+)$/.exec(pathname) ?? [];
    const answer = await fetch(reading ? `${address}?reading=${reading}` : address, {
      cache: "no-store",
      redirect: "manual",
    });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // A page that is loaded later tells it.
  } finally {
    asking = false;
  }
}
