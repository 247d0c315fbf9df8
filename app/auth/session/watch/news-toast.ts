import { localeOfPath, pathIn } from "~/i18n/locales";
import { messagePlace, showToast, type Toast } from "~/ui/toast";

let isFetchingNews = false;

/** The server returns each news once. */
export async function showNews(): Promise<void> {
  // The news must not cover another message, which may offer „Cofnij”.
  if (isFetchingNews || messagePlace.isTaken) return;
  isFetchingNews = true;
  try {
    const { pathname } = window.location;
    const address = pathIn(localeOfPath(pathname), "/sellers/jobs/news");
    // `reading` names the job whose page is open: that page shows the job's end without a toast.
    const [, openJob] = /\/sellers\/jobs\/([\w-]+)$/.exec(pathname) ?? [];
    const answer = await fetch(openJob ? `${address}?reading=${openJob}` : address, {
      cache: "no-store",
      redirect: "manual",
    });
    const message: Toast | null = answer.ok ? await answer.json() : null;
    if (message) showToast(message);
  } catch {
    // Offline. The next page shows the news.
  } finally {
    isFetchingNews = false;
  }
}
