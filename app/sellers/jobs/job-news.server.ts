import { randomBytes } from "node:crypto";
import { optional } from "~/.server/backend/optional";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import { log } from "~/.server/log";
import { addNews, takeNews } from "~/.server/store/news";
import type { Translate } from "~/i18n/catalogues";
import { missingIn } from "~/sellers/list/missing-sellers.server";
import { endInWords } from "./job-kinds.server";
import { JOB_TTL, progressOf } from "./job-state.server";
import { findJob, type Job } from "./job-store.server";

const MAX_NEWS = 20;

/** Lets the owner's next page say once that the job has finished. Never rejects. */
export async function announceEnd({ id, owner }: Job): Promise<void> {
  try {
    await addNews(owner.sub, id, JOB_TTL);
  } catch (err) {
    log().warn({ err, jobId: id }, "the end of a job isn't announced");
  }
}

type Reader = {
  sub: string;
  t: Translate;
  href: (path: string) => string;
  /** The job whose page the reader has open: that page says so itself. */
  reading?: string;
};

export async function takeJobNews(reader: Reader): Promise<ArrivingFlash | null> {
  return optional(jobNews(reader));
}

async function jobNews({ sub, t, href, reading }: Reader): Promise<ArrivingFlash | null> {
  const words = await takeNews(sub, MAX_NEWS);
  const missing = words.map(missingIn).find((count) => count !== undefined);
  const ids = words.filter((word) => missingIn(word) === undefined && word !== reading);
  const jobs = (await Promise.all(ids.map(findJob))).filter((job) => job?.owner.sub === sub);
  const ended = await endedJobs(jobs, { t, href });
  const message = { id: randomBytes(8).toString("base64url"), kind: "info" as const };
  if (missing === undefined) return ended && { ...message, ...ended };
  const text = [t("files:missing", { count: missing }), ended?.text].filter(Boolean).join(" ");
  return { ...message, ...ended, kind: "error", text };
}

async function endedJobs(jobs: readonly (Job | undefined)[], { t, href }: Pick<Reader, "t" | "href">) {
  const [job, ...more] = jobs;
  if (!job) return null;
  const linkTo = (path: string) => ({ href: href(path), text: t("outcomes:news.see") });
  if (more.length > 0) {
    return { text: t("outcomes:news.many", { count: more.length + 1 }), link: linkTo("/sellers/bulk") };
  }
  const { counts } = await progressOf(job.id);
  const results = (["done", "failed", "unknown", "skipped"] as const).filter((result) => counts[result] > 0);
  const items = results.map((result) =>
    t("outcomes:news.count", { result: t(`jobs:result.${result}`), count: counts[result] }),
  );
  const text = [endInWords(job, t), ...items].map((sentence) => `${sentence}.`).join(" ");
  return { text, link: linkTo(`/sellers/jobs/${job.id}`) };
}
