import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { pathIn } from "~/i18n/locales";
import { takeJobNews } from "./job-summary.server";

/** Returns each message once; null without a message. `?reading=`: the id of the open job. */
export const loader = forFranchisee(async ({ request, session, t, locale }) => {
  const openJobId = new URL(request.url).searchParams.get("reading") ?? undefined;
  return Response.json(await takeJobNews({ sub: session.sub, t, href: (path) => pathIn(locale, path), openJobId }));
});
export const action = noAction;
