import { uniqueToken } from "~/.server/tokens";
import { type Db, database, noteInPassing } from "./database";
import type { Row } from "./schema";

/* News is shown to a person once, on the next page that they open. */

type NewsContent = { jobId: string } | { missing: number };

/** @param about a job that ended, or how many sellers an exported file lacks */
export async function addNews(db: Db, sub: string, about: NewsContent, lifeMs: number): Promise<void> {
  const now = Date.now();
  const content =
    "jobId" in about ? { id: about.jobId, job_id: about.jobId } : { id: uniqueToken(), missing: about.missing };
  await db
    .insertInto("news")
    .values({ ...content, sub, created_at: now, expires_at: now + lifeMs })
    .execute();
}

export async function hasNews(sub: string): Promise<boolean> {
  const news = (await database()).selectFrom("news").select("id").where("sub", "=", sub);
  return (await news.where("expires_at", ">", Date.now()).limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes and returns up to `limit` news, newest first; concurrent callers never get the same. */
export async function takeNews(sub: string, limit: number): Promise<Pick<Row<"news">, "job_id" | "missing">[]> {
  // Most pages find none, and needn't wait for other writes.
  if (!(await hasNews(sub))) return [];
  const deleted = await noteInPassing((db) => {
    const current = db.selectFrom("news").select("id").where("sub", "=", sub).where("expires_at", ">", Date.now());
    const newest = current.orderBy("created_at", "desc").limit(limit);
    return db.deleteFrom("news").where("id", "in", newest).returning(["job_id", "missing"]).execute();
  });
  return deleted ?? [];
}
