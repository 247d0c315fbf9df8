import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { pathIn } from "~/i18n/locales";
import { takeJobNews } from "./job-summary.server";

/**
 * Returns the person's next news as JSON, or null; the news is then gone. The page of an open job,
 * which `?reading=` names, says itself that the job has ended.
 */
export const loader = forFranchisee(async ({ request, session, t, locale }) => {
  const openJobId = new URL(request.url).searchParams.get("reading") ?? undefined;
  return Response.json(await takeJobNews({ sub: session.sub, t, href: (path) => pathIn(locale, path), openJobId }));
});
export const action = noAction;
