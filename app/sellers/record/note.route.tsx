import { Group, Stack, Textarea } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef, useState } from "react";
import { draftField } from "~/auth/drafts.server";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { fromOf, sellerPath, withFrom } from "~/domain/paths";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { findNote } from "~/sellers/write/seller-notes.server";
import { LinkButton, PageHeader } from "~/ui";
import { useFocusOnRefusal } from "~/ui/focus";
import classes from "~/ui/form/form.module.css";
import { useFormArrival } from "~/ui/form/form-arrival";
import { FormRefusal, fieldErrors } from "~/ui/form/form-errors";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { Typed } from "~/ui/restored-typing";
import theme from "~/ui/theme/components.module.css";
import { changeNote, sellerForNote } from "./change-note.server";
import { clearForm, isClearing } from "./clear-form.server";
import { RestoredNotice } from "./restored-notice";

export const handle = {
  title: ({ t, loaded, returned }) =>
    pageTitle(t, `${t("sellers:note.title")}: ${loaded.name}`, { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const seller = await sellerForNote(ctx);
  const { text, version } = await findNote(seller.id);
  const typed = draftField(ctx.draft, "note");
  return {
    name: seller.displayName || ctx.t("sellers:detail.unnamed"),
    note: typed ?? text,
    savedNote: text,
    isFromDraft: typed !== undefined,
    version: draftField(ctx.draft, "version") ?? version,
    formKey: ctx.newFormKey(),
    recordPath: withFrom(sellerPath(seller.id), fromOf(ctx.request.url)),
  };
});

export const action = forFranchisee((ctx) => (isClearing(ctx) ? clearForm(ctx) : changeNote(ctx)), { typed: ["note"] });

export default function Page() {
  const t = useT();
  const href = useHref();
  const { name, recordPath } = useLoaderData<typeof loader>();
  const arrival = useFormArrival(useActionData<typeof action>(), "note");
  return (
    <div className={theme.task}>
      <PageHeader
        title={t("sellers:note.title")}
        description={name}
        back={{ to: href(recordPath), text: t("sellers:form.backToRecord") }}
      />
      <NoteForm key={arrival} />
    </div>
  );
}

function NoteForm() {
  const t = useT();
  const href = useHref();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [restored, setRestored] = useState<Typed>();
  const { note, formKey } = answer ?? loaded;
  // A restored text keeps the version of the note that the person started from.
  const version = answer?.version ?? restored?.get("version") ?? loaded.version;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnRefusal(field, answer?.problem && answer);
  return (
    <>
      {(loaded.isFromDraft || restored) && !answer && <RestoredNotice formKey={formKey} />}
      <PostForm formKey={formKey} ref={form} className={classes.form}>
        {answer?.refused && (
          <FormRefusal refusal={answer} kind="error">
            {answer.refused}
          </FormRefusal>
        )}
        <input type="hidden" name="version" value={version} />
        <div className={theme.card}>
          <Stack gap="md">
            <Textarea
              ref={field}
              id="note"
              name="note"
              rows={5}
              label={t("sellers:fields.note")}
              description={t("sellers:note.hint")}
              error={fieldErrors(answer?.problem ? [answer.problem] : undefined)}
              defaultValue={note}
              autoFocus
              autoComplete="off"
            />
            <Group gap="sm">
              <SubmitButton pending={t("sellers:form.saving")}>{t("common:save")}</SubmitButton>
              <LinkButton to={href(loaded.recordPath)}>{t("common:cancel")}</LinkButton>
            </Group>
          </Stack>
        </div>
        <LateUnsavedGuard
          form={form}
          isUnsaved={(form) => holdsOtherNote(form, loaded.savedNote)}
          onRestored={setRestored}
        />
      </PostForm>
    </>
  );
}

function holdsOtherNote(form: HTMLFormElement, saved: string): boolean {
  const field = form.elements.namedItem("note");
  return field instanceof HTMLTextAreaElement && field.value !== saved;
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
