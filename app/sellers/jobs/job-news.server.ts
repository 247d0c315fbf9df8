import { randomBytes } from "node:crypto";
import { optional } from "~/.server/backend/optional";
import { takeNews } from "~/.server/db/news";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import type { Translate } from "~/i18n/catalogues";
import { countItems } from "./item-store.server";
import { findJob, type Job } from "./job-store.server";
import { resultSummary } from "./job-summary.server";

type Reader = {
  sub: string;
  t: Translate;
  href: (path: string) => string;
  /** The job whose page is open: that page itself says that the job ended. */
  openJobId?: string;
};

/**
 * Says what ended since the last message: jobs, and exports that lack sellers. If this fails, the
 * news is lost, but the list of jobs has the jobs. @returns null without news or after a failure
 */
export async function takeJobNews(reader: Reader): Promise<ArrivingFlash | null> {
  return optional(jobNews(reader));
}

async function jobNews({ sub, t, href, openJobId }: Reader): Promise<ArrivingFlash | null> {
  const news = await takeNews(sub, 20);
  // The message has room for one incomplete export only.
  const missingSellers = news.find(({ missing }) => missing !== null)?.missing ?? undefined;
  const ids = news.flatMap(({ job_id: id }) => (id === null || id === openJobId ? [] : id));
  const jobs = (await Promise.all(ids.map(findJob))).filter((job) => job !== undefined);
  const ended = await messageOf(jobs, { t, href });
  const message = { id: randomBytes(8).toString("base64url"), kind: "info" as const };
  if (missingSellers === undefined) return ended && { ...message, ...ended };
  const text = [t("files:missing", { count: missingSellers }), ended?.text].filter(Boolean).join(" ");
  return { ...message, ...ended, kind: "error", text };
}

async function messageOf(jobs: readonly Job[], { t, href }: Pick<Reader, "t" | "href">) {
  const [job, ...more] = jobs;
  if (!job) return null;
  const linkTo = (path: string) => ({ href: href(path), text: t("jobs:news.see") });
  if (more.length > 0) {
    return { text: t("jobs:news.many", { count: more.length + 1 }), link: linkTo("/sellers/bulk") };
  }
  const text = `${resultSummary(job, t, await countItems(job))}.`;
  return { text, link: linkTo(`/sellers/jobs/${job.id}`) };
}
