import { randomBytes } from "node:crypto";
import { optional } from "~/.server/backend/optional";
import { takeNews } from "~/.server/db/news";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { resultsInWords } from "~/domain/results-in-words";
import type { Translate } from "~/i18n/catalogues";
import { capitalize } from "~/i18n/format";
import { countItems } from "./item-store.server";
import { type AwaitedSystem, endedItems, hasProblems, type ItemCounts, isOver, type JobState } from "./job";
import { jobTitle, runnableKind, type StoredKind } from "./job-kinds.server";
import { awaitedSystemOf, findJob, type Job, jobsOf } from "./job-store.server";

export type JobSummary = Awaited<ReturnType<typeof jobSummary>>;

export async function jobSummary(job: Job, t: Translate) {
  const { id, state, createdAt, endedAt, total } = job;
  const counts = await countItems(job);
  // For a job that waits for a system, show the system instead of "running".
  const shownState: JobState | AwaitedSystem | "stopping" = job.isStopping
    ? "stopping"
    : (awaitedSystemOf(job) ?? state);
  return {
    id,
    title: isOver(state) ? resultTitle(job, t, counts) : jobTitle(job, t),
    state,
    shownState,
    isOver: isOver(state),
    createdAt,
    endedAt,
    counts,
    /** What the title leaves out; empty if there is nothing to be checked. */
    problems: hasProblems(counts) ? otherResults(isOver(state) ? job : { total: endedItems(counts) }, t, counts) : "",
    endedCount: endedItems(counts),
    total,
  };
}

export async function recentJobs({ t, session }: FranchiseeContext): Promise<JobSummary[]> {
  const jobs = await jobsOf(session.sub, 20);
  return Promise.all(jobs.map((job) => jobSummary(job, t)));
}

type CountedJob = StoredKind & { total: number };

/** For example „Wyłączono 5 z 7 kont”. */
export function resultTitle(job: CountedJob, t: Translate, counts: ItemCounts): string {
  const kind = runnableKind(job);
  if (!kind) return t("jobs:state.finished");
  if (counts.done > 0) return capitalize(kind.doneText(t, job.params, { ...counts, total: job.total }));
  const title = kind.title(t, job.params);
  return hasProblems(counts) ? title : `${title} – ${otherResults(job, t, counts)}`;
}

/** For example „Wyłączono 5 z 8 kont, 2 nieudane, 1 pominięte”. */
function resultText(job: CountedJob, t: Translate, counts: ItemCounts): string {
  const title = resultTitle(job, t, counts);
  const others = counts.done > 0 || hasProblems(counts) ? otherResults(job, t, counts) : "";
  return [title, others].filter(Boolean).join(", ");
}

/** For example „2 nieudane, 1 pominięte”. */
function otherResults({ total }: Pick<CountedJob, "total">, t: Translate, counts: ItemCounts): string {
  return resultsInWords(t, { ...counts, notRun: total - endedItems(counts) });
}

type Reader = {
  sub: string;
  t: Translate;
  href: (path: string) => string;
  /** The job whose page is open. The page shows its end, so no message is needed. */
  openJobId?: string;
};

/** After a failure the message about ended jobs is lost, but `/sellers/bulk` lists the jobs. */
export async function takeJobNews(reader: Reader): Promise<ArrivingFlash | null> {
  return optional(jobNews(reader));
}

async function jobNews({ sub, t, href, openJobId }: Reader): Promise<ArrivingFlash | null> {
  const news = await takeNews(sub, 20);
  // Of several incomplete exports the message names one.
  const missingSellers = news.find(({ missing }) => missing !== null)?.missing ?? undefined;
  const ids = news.flatMap(({ job_id: id }) => (id === null || id === openJobId ? [] : id));
  const jobs = (await Promise.all(ids.map(findJob))).filter((job) => job !== undefined);
  const jobMessage = await messageOf(jobs, { t, href });
  const message = { id: randomBytes(8).toString("base64url"), kind: "info" as const };
  if (missingSellers === undefined) return jobMessage && { ...message, ...jobMessage };
  const text = [t("files:missing", { count: missingSellers }), jobMessage?.text].filter(Boolean).join(" ");
  return { ...message, ...jobMessage, kind: "error", text };
}

async function messageOf(jobs: readonly Job[], { t, href }: Pick<Reader, "t" | "href">) {
  const [job, ...more] = jobs;
  if (!job) return null;
  const linkTo = (path: string) => ({ href: href(path), text: t("jobs:news.see") });
  if (more.length > 0) {
    return { text: t("jobs:news.many", { count: more.length + 1 }), link: linkTo("/sellers/bulk") };
  }
  const text = `${resultText(job, t, await countItems(job))}.`;
  return { text, link: linkTo(`/sellers/jobs/${job.id}`) };
}
