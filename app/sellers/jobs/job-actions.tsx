import { Group } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useT } from "~/i18n/hooks";
import { Button, LinkButton } from "~/ui";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import theme from "~/ui/theme/components.module.css";
import type { JobContent } from "./job-page.server";

/** `?ask=undo` makes the page ask for a confirmation. */
function questionOf(job: JobContent, search: URLSearchParams): { intent: "undo" | "disable"; count: number } | null {
  const intent = search.get("ask");
  if (!job.isOver || (intent !== "undo" && intent !== "disable")) return null;
  const count = intent === "undo" ? undoCountOf(job) : job.counts.added;
  return count > 0 ? { intent, count } : null;
}

/** Additions can't be undone, but their accounts can be disabled. */
function undoCountOf({ counts: { done, added } }: JobContent): number {
  return done - added;
}

const QUESTION_ID = "question";

export function JobActions({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (!job.isOver) return <RunningJobActions job={job} />;
  if (questionOf(job, params)) return null;
  const { added, failed, unknown } = job.counts;
  const retryCount = failed + unknown;
  const retry = unknown > 0 ? "retryProblems" : "retry";
  const finishCount = job.followUpJobId ? 0 : job.notRun;
  const ask = (intent: "undo" | "disable") => {
    params.set("ask", intent);
    return `${pathname}?${params}#${QUESTION_ID}`;
  };
  return (
    <Group gap="xs" className={theme.actions}>
      {retryCount > 0 && (
        <JobAction
          job={job}
          intent="retry"
          text={t(`jobs:${retry}`, { count: retryCount })}
          isMain={job.canRetryHelp}
        />
      )}
      {finishCount > 0 && (
        <JobAction
          job={job}
          intent="finish"
          text={t("jobs:finish", { count: finishCount })}
          isMain={!job.canRetryHelp}
        />
      )}
      {undoCountOf(job) > 0 && <LinkButton to={ask("undo")}>{t("common:undo")}</LinkButton>}
      {added > 0 && <LinkButton to={ask("disable")}>{t("jobs:disable", { count: added })}</LinkButton>}
    </Group>
  );
}

const OPPOSITES = { enable: "disable", disable: "enable", other: "restore" } as const;

export function JobQuestion({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const rest = new URLSearchParams(search);
  const openQuestion = questionOf(job, rest);
  const isOpen = openQuestion !== null;
  useEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  if (!openQuestion) return null;
  const { intent, count } = openQuestion;
  rest.delete("ask");
  const question = intent === "disable" ? "disableAdded" : OPPOSITES[job.statusChange ?? "other"];
  return (
    <PostForm formKey={job.formKey} aria-labelledby={QUESTION_ID} className={theme.card}>
      <h2 id={QUESTION_ID} ref={heading} tabIndex={-1}>
        {t(`jobs:ask.${question}.title`, { count })}
      </h2>
      <p>{t(`jobs:ask.${question}.hint`, { count })}</p>
      <Group gap="sm" mt="xs">
        <SubmitButton
          name="intent"
          value={intent}
          variant={question === "enable" || question === "restore" ? "filled" : "danger"}
          pending={t("common:starting")}
        >
          {t(`jobs:ask.${question}.confirm`, { count })}
        </SubmitButton>
        <LinkButton to={`${pathname}?${rest}`}>{t("common:cancel")}</LinkButton>
      </Group>
    </PostForm>
  );
}

function RunningJobActions({ job }: { job: JobContent }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const isStopping = job.shownState === "stopping";
  // Also while the job waits for a system, which may be available before its `Retry-After` ends.
  const canResume = job.shownState !== "running" && !isStopping;
  return (
    <>
      {canResume && <JobAction job={job} intent="resume" text={t("jobs:resume")} isMain />}
      <LinkButton to={pathname + search} reloadDocument data-scriptless-only>
        {t("common:refresh")}
      </LinkButton>
      {!isStopping && <JobAction job={job} intent="stop" text={t("jobs:stop")} />}
    </>
  );
}

type JobActionProps = {
  job: JobContent;
  intent: "resume" | "stop" | "retry" | "finish";
  text: string;
  isMain?: boolean;
};

function JobAction({ job: { formKey }, intent, text, isMain }: JobActionProps) {
  return (
    <PostForm formKey={formKey}>
      <Button type="submit" name="intent" value={intent} variant={isMain ? "filled" : "default"}>
        {text}
      </Button>
    </PostForm>
  );
}
