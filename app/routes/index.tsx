import { type LoaderFunctionArgs, redirectDocument } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { requireFranchisee } from "~/.server/auth/guard";
import { env } from "~/.server/env";
import { detectLocale, languageCookie } from "~/.server/i18n";
import { runsScripts } from "~/.server/scripted";
import { countSellers } from "~/.server/seller-counts";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { useRootData } from "~/components/root-data";
import { SellerCountsRow } from "~/components/seller-counts";
import { Button, Card, LinkButton, PageHeader } from "~/components/ui";
import controls from "~/components/ui/controls.module.css";
import { PlusIcon, SearchIcon } from "~/components/ui/icons";
import { need } from "~/i18n/client";
import { defaultLocale, pathIn } from "~/i18n/locales";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import classes from "./index.module.css";

await need("home");

export const handle = { title: ({ t }) => pageTitle(t, t("home:title")) } satisfies TitleHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireFranchisee(args);
  await redirectToLanguage(args.request);
  const counts = countSellers(api.sellers);
  return { counts: runsScripts(args.request) ? counts : await counts };
}

/** SPEC.md §2: only `/` itself looks for another language, and the choice is remembered. */
async function redirectToLanguage(request: Request): Promise<void> {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/") return;
  const locale = env().I18N_ROOT_REDIRECT ?? (await detectLocale(request));
  if (locale === defaultLocale) return;
  throw redirectDocument(pathIn(locale, `/${search}`), { headers: { "Set-Cookie": languageCookie(locale) } });
}

export default function Page() {
  const { counts } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  const { userProfile } = useRootData();
  const name = userProfile?.givenName ?? userProfile?.displayName;
  return (
    <>
      <PageHeader title={name ? t("home:greeting", { name }) : t("home:greetingNameless")} description={t("home:lead")}>
        <LinkButton variant="primary" to={href("/sellers/new")}>
          <PlusIcon size={16} />
          {t("home:shortcuts.newSeller")}
        </LinkButton>
      </PageHeader>
      <section aria-labelledby="counts" className={classes.counts}>
        <h2 id="counts">{t("home:counts.title")}</h2>
        <SellerCountsRow counts={counts} />
      </section>
      <div className={classes.columns}>
        <Card aria-labelledby="search">
          <h2 id="search">{t("home:search.title")}</h2>
          <Form action={href("/sellers")} role="search" className={classes.search}>
            <label htmlFor="q" className={controls.hint}>
              {t("home:search.label")}
            </label>
            <div className={classes.searchRow}>
              <input id="q" name="q" type="search" className={controls.input} autoComplete="off" />
              <Button>
                <SearchIcon size={16} />
                {t("common:search")}
              </Button>
            </div>
          </Form>
        </Card>
        <Card aria-labelledby="shortcuts">
          <h2 id="shortcuts">{t("home:shortcuts.title")}</h2>
          <ul className={classes.shortcuts}>
            <li>
              <Link to={href("/sellers/new")}>{t("home:shortcuts.newSeller")}</Link>
            </li>
            <li>
              <Link to={href("/sellers")}>{t("home:shortcuts.latest")}</Link>
            </li>
            <li>
              <Link to={href("/sellers?status=inactive")}>{t("home:shortcuts.inactive")}</Link>
            </li>
            <li>
              <Link to={href("/preferences")}>{t("home:shortcuts.preferences")}</Link>
            </li>
          </ul>
        </Card>
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
