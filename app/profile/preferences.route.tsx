import { Checkbox, Group, NativeSelect, Stack } from "@mantine/core";
import { redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flashCookie } from "~/.server/http/flash-cookie";
import { preferencesCookie, readPreferences } from "~/.server/http/preferences-cookie";
import { languageCookie } from "~/.server/http/visitor-language";
import { dropDraft } from "~/auth/drafts.server";
import { type FranchiseeContext, forFranchisee } from "~/auth/for-franchisee.server";
import { colorSchemes, densities, pageSizes, preferencesOf } from "~/domain/preferences";
import { useLocale, useT } from "~/i18n/hooks";
import { getT } from "~/i18n/i18n.server";
import { isLocale, locales, pathIn } from "~/i18n/locales";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Button, Notice, PageHeader } from "~/ui";
import { Choices } from "~/ui/form/choices";
import formClasses from "~/ui/form/form.module.css";
import { PostForm } from "~/ui/form/post-form";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

export const handle = { title: ({ t }) => pageTitle(t, t("common:account.preferences")) } satisfies TitleHandle;

export const loader = forFranchisee(async (ctx) => ({
  formKey: ctx.newFormKey(),
  /** The choices of a form that failed, for example because the session had ended. */
  restored: ctx.draft && (await readChoices(ctx, ctx.draft.fields)),
}));

export const action = forFranchisee(async (ctx) => {
  const { locale, preferences } = await readChoices(ctx, Object.fromEntries(ctx.form));
  if (ctx.draft) await dropDraft(ctx.draft.id);
  const headers = new Headers();
  headers.append("Set-Cookie", await preferencesCookie(preferences));
  headers.append("Set-Cookie", languageCookie(locale));
  const flash = { kind: "success", text: getT(locale)("profile:preferences.saved") } as const;
  headers.append("Set-Cookie", await flashCookie(flash, ctx.session.sub));
  // A document loads the texts of only one language.
  const go = locale === ctx.locale ? redirect : redirectDocument;
  return go(pathIn(locale, "/preferences"), { status: 303, headers });
});

async function readChoices({ request, locale }: FranchiseeContext, fields: Record<string, unknown>) {
  const chosen = { ...(await readPreferences(request)), ...fields, shortcuts: fields.shortcuts === "on" };
  return { locale: isLocale(fields.locale) ? fields.locale : locale, preferences: preferencesOf(chosen) };
}

/** Groups are further apart than the choices in them, whose space differs by device. */
const GROUP_GAP = "calc(1.5rem + var(--panel-choice-space))";

export default function Page() {
  const t = useT();
  const current = { locale: useLocale(), preferences: useRootData().preferences };
  const { formKey, restored } = useLoaderData<typeof loader>();
  const { locale, preferences } = restored ?? current;
  return (
    <div className={theme.task}>
      <PageHeader title={t("common:account.preferences")} description={t("profile:preferences.lead")} />
      <PostForm formKey={formKey} autoComplete="off" className={formClasses.form}>
        {restored && <Notice kind="info">{t("sellers:form.draft")}</Notice>}
        <div className={`${theme.card} ${formClasses.card}`}>
          <div
            className={theme.columns}
            style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 18rem), 1fr))", rowGap: "3.5rem" }}
          >
            <Stack component="section" gap="sm" aria-labelledby="appearance">
              <h2 id="appearance">{t("profile:preferences.appearance")}</h2>
              <Stack gap={GROUP_GAP}>
                <Choices
                  legend={t("common:language.label")}
                  name="locale"
                  chosen={locale}
                  options={locales.map(({ code, name }) => ({ value: code, text: name, lang: code }))}
                />
                <Choices
                  legend={t("common:theme.label")}
                  name="colorScheme"
                  chosen={preferences.colorScheme}
                  options={colorSchemes.map((value) => ({ value, text: t(`common:theme.${value}`) }))}
                />
              </Stack>
            </Stack>
            <Stack component="section" gap="sm" aria-labelledby="work">
              <h2 id="work">{t("profile:preferences.work")}</h2>
              <Stack gap={GROUP_GAP}>
                <Choices
                  legend={t("profile:preferences.density")}
                  name="density"
                  chosen={preferences.density}
                  options={densities.map((value) => ({ value, text: t(`sellers:look.densities.${value}`) }))}
                />
                <NativeSelect
                  // React ignores a changed `defaultValue` of a mounted <select>.
                  key={preferences.pageSize}
                  id="pageSize"
                  name="pageSize"
                  label={t("sellers:pages.size")}
                  defaultValue={preferences.pageSize}
                  data={pageSizes.map(String)}
                  maw="10rem"
                />
                <Checkbox
                  id="shortcuts"
                  name="shortcuts"
                  label={t("common:shortcuts")}
                  description={<span id="shortcuts-hint">{t("profile:preferences.shortcutsHint")}</span>}
                  aria-describedby="shortcuts-hint"
                  defaultChecked={preferences.shortcuts}
                />
              </Stack>
            </Stack>
          </div>
        </div>
        <Group className={formClasses.bar} data-at-bottom>
          <Button type="submit" variant="filled">
            {t("common:save")}
          </Button>
        </Group>
      </PostForm>
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
