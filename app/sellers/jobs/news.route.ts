import { forFranchisee } from "~/auth/for-franchisee.server";
import { pathIn } from "~/i18n/locales";
import { takeJobNews } from "./job-news.server";

/**
 * Which of one's jobs are over that one wasn't told of yet, as JSON: a message, or null. For the page that is open meanwhile;
 * `?reading=` names the job whose own page that is.
 */
export const loader = forFranchisee(async ({ request, session, t, locale }) => {
  const reading = new URL(request.url).searchParams.get("reading") ?? undefined;
  return Response.json(await takeJobNews({ sub: session.sub, t, href: (path) => pathIn(locale, path), reading }));
});
