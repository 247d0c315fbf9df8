import { localeOfPath, pathIn } from "~/i18n/locales";
import { messagePlace, showToast, type Toast } from "~/ui/toast";

let isFetchingNews = false;

/** Shows the newest news, which the server gives once. Never rejects. */
export async function showNews(): Promise<void> {
  // While another message is on screen, which may offer to undo, the news stays on the server.
  if (isFetchingNews || messagePlace.isTaken) return;
  isFetchingNews = true;
  try {
    const { pathname } = window.location;
    const address = pathIn(localeOfPath(pathname), "/sellers/jobs/news");
    // The page of an open job says itself that the job has ended.
    const [, openJob] = /\/sellers\/jobs\/([\w-]+)$/.exec(pathname) ?? [];
    const answer = await fetch(openJob ? `${address}?reading=${openJob}` : address, {
      cache: "no-store",
      redirect: "manual",
    });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // The next page shows the news.
  } finally {
    isFetchingNews = false;
  }
}
