import { Group, Text } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useT } from "~/i18n/hooks";
import { LinkButton } from "~/ui";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import type { JobContent } from "./job-page.server";

export const QUESTION_ID = "question";

/** The page asks first (`?ask=`) before the job is undone or the accounts it added are disabled. */
export type AskedIntent = "undo" | "disable";

export function JobQuestion({ job, intent, count }: { job: JobContent; intent: AskedIntent; count: number }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rest = new URLSearchParams(search);
  rest.delete("ask");
  return (
    <PostForm formKey={job.formKey} aria-labelledby={QUESTION_ID} style={{ flexBasis: "100%" }}>
      <h2 id={QUESTION_ID} ref={heading} tabIndex={-1}>
        {t(`jobs:ask.${intent}`, { count })}
      </h2>
      <Text c="dimmed" mb="sm">
        {t(`jobs:${intent}Hint`)}
      </Text>
      <Group gap="xs">
        <SubmitButton
          name="intent"
          value={intent}
          variant={intent === "disable" ? "danger" : "filled"}
          pending={t("common:starting")}
        >
          {t(intent === "undo" ? "common:undo" : "jobs:confirmDisable")}
        </SubmitButton>
        <LinkButton to={`${pathname}?${rest}`}>{t("common:cancel")}</LinkButton>
      </Group>
    </PostForm>
  );
}
