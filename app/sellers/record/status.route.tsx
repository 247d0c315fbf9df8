import { Group, Stack, Text } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { draftField } from "~/auth/drafts.server";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, sellerPath, statusPath, withFrom } from "~/domain/paths";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Fact, Facts, LinkButton, PageHeader } from "~/ui";
import { breakableEmail } from "~/ui/breakable-email";
import classes from "~/ui/form/form.module.css";
import { FormRefusal } from "~/ui/form/form-errors";
import { isFieldFilled, LateUnsavedGuard, SendingGuard } from "~/ui/form/late-unsaved-guard";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import theme from "~/ui/theme/components.module.css";
import { changeStatus } from "./change-status.server";
import { ReasonField } from "./reason-field";

export const handle = {
  title: ({ t, loaded, returned }) =>
    pageTitle(
      t,
      `${t((returned ?? loaded).wantsEnabled ? "sellers:detail.enable" : "sellers:detail.disable")}: ${loaded.name}`,
      { error: Boolean(returned && !returned.hasWantedState) },
    ),
} satisfies TitleHandle<typeof loader, typeof action>;

function wordsFor(wantsEnabled: boolean) {
  return wantsEnabled ? "enablePage" : "disablePage";
}

/** Without `?to=` the page asks about the opposite of the account's state. */
function asksToEnable(url: string, accountEnabled: boolean): boolean {
  const to = new URL(url).searchParams.get("to");
  return to === "active" || (to !== "inactive" && !accountEnabled);
}

export const loader = forFranchisee(async ({ sellers, request, params, newFormKey, draft, t }) => {
  const { seller } = await sellers.get(params.id ?? "");
  const { displayName, accountEnabled } = seller;
  const wantsEnabled = asksToEnable(request.url, accountEnabled);
  const name = displayName || t("sellers:detail.unnamed");
  const questionPath = (to: "active" | "inactive") => withFrom(statusPath(seller.id, to), fromOf(request.url));
  return {
    name,
    email: seller.email,
    mpk: seller.mpk,
    wantsEnabled,
    accountEnabled,
    /** For an account that already has the requested state. */
    unchanged: {
      active: { text: t("problems:already.active", { name }), oppositePath: questionPath("inactive") },
      inactive: { text: t("problems:already.inactive", { name }), oppositePath: questionPath("active") },
    },
    formKey: newFormKey(),
    fromDraft: { reason: draftField(draft, "reason") },
    recordPath: withFrom(sellerPath(seller.id), fromOf(request.url)),
  };
});

export const action = forFranchisee((ctx) => changeStatus(ctx, ctx.params.id ?? "", fromOf(ctx.request.url)), {
  typed: ["reason"],
});

export default function Page() {
  const t = useT();
  const href = useHref();
  const loaded = useLoaderData<typeof loader>();
  const { name, email, mpk, formKey, recordPath } = loaded;
  const answer = useActionData<typeof action>();
  const form = useRef<HTMLFormElement>(null);
  const { wantsEnabled } = answer ?? loaded;
  // The loaded status may be older than the action's answer, so the answer has priority.
  const hasWantedState = answer?.hasWantedState ?? wantsEnabled === loaded.accountEnabled;
  const unchanged = loaded.unchanged[wantsEnabled ? "active" : "inactive"];
  const typedReason = answer ?? loaded.fromDraft;
  const words = wordsFor(wantsEnabled);
  return (
    <div className={theme.task}>
      <PageHeader
        title={hasWantedState ? unchanged.text : t(`sellers:${words}.question`, { name })}
        back={{ to: href(recordPath), text: t("sellers:form.backToRecord") }}
      />
      <PostForm formKey={answer?.formKey ?? formKey} ref={form} className={classes.form}>
        {answer?.refused && (
          <FormRefusal refusal={answer} kind={answer.hasWantedState ? "info" : "error"}>
            {answer.refused}
          </FormRefusal>
        )}
        <input type="hidden" name="accountEnabled" value={String(wantsEnabled)} />
        <div className={theme.card}>
          <Stack gap="lg">
            {!hasWantedState && !wantsEnabled && <Text>{t("sellers:disablePage.effect")}</Text>}
            <Facts>
              <Fact name={t("sellers:fields.email")}>{breakableEmail(email) || t("sellers:detail.empty")}</Fact>
              <Fact name={t("sellers:fields.mpk")}>
                {mpk ? <bdi translate="no">{mpk}</bdi> : t("sellers:detail.empty")}
              </Fact>
            </Facts>
            {!wantsEnabled && (!hasWantedState || typedReason.reason) && <ReasonField value={typedReason} />}
            <Group gap="sm">
              {hasWantedState ? (
                <LinkButton to={href(unchanged.oppositePath)}>
                  {t(wantsEnabled ? "sellers:detail.disable" : "sellers:detail.enable")}
                </LinkButton>
              ) : (
                <>
                  <SubmitButton variant={wantsEnabled ? "filled" : "danger"} pending={t("sellers:form.saving")}>
                    {t(wantsEnabled ? "sellers:detail.enable" : "sellers:detail.disable")}
                  </SubmitButton>
                  <LinkButton to={href(recordPath)}>{t("common:cancel")}</LinkButton>
                </>
              )}
            </Group>
          </Stack>
        </div>
      </PostForm>
      {!hasWantedState && wantsEnabled && <SendingGuard />}
      {!hasWantedState && !wantsEnabled && <LateUnsavedGuard form={form} isUnsaved={isFieldFilled("reason")} />}
    </div>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
