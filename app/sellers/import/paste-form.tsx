import { Input, Stack } from "@mantine/core";
import { useRef, useState } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { Notice } from "~/ui";
import { FormRefusal } from "~/ui/form/form-errors";
import { isFieldFilled, LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { Typed } from "~/ui/restored-typing";
import classes from "./import.module.css";
import type { UploadContent } from "./import-page.server";

export function PasteForm({ content }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState<Typed>();
  const { formKey, pasted } = content;
  const fault = content.fault?.field === "pasted" ? content.fault : undefined;
  return (
    <PostForm ref={form} formKey={formKey} action={href("/sellers/import")} encType="multipart/form-data">
      <Stack gap="md">
        {(restored || pasted) && !fault && <Notice kind="info">{t("import:pastedRestored")}</Notice>}
        {fault && (
          <FormRefusal refusal={content} kind="error" title={fault.title}>
            <p id="paste-fault">{fault.text}</p>
          </FormRefusal>
        )}
        <Input.Wrapper
          id="pasted"
          label={t("import:pasted")}
          labelProps={{ fz: "lg", fw: 650, lh: 1.25 }}
          description={t("import:pastedHint")}
          descriptionProps={{ id: "pasted-hint" }}
        >
          <Input
            component="textarea"
            multiline
            id="pasted"
            name="pasted"
            rows={6}
            defaultValue={pasted}
            required
            wrap="off"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={fault ? "pasted-hint paste-fault" : "pasted-hint"}
            error={Boolean(fault)}
          />
        </Input.Wrapper>
        <SubmitButton className={classes.check} variant="default" pending={t("import:checking")} hasShortcut>
          {t("import:checkPasted")}
        </SubmitButton>
      </Stack>
      <LateUnsavedGuard form={form} isUnsaved={isFieldFilled("pasted")} onRestored={setRestored} />
    </PostForm>
  );
}
