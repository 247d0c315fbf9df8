import { uniqueToken } from "~/.server/tokens";
import { bestEffortWrite, type Db, database } from "./database";
import type { Row } from "./schema";

/* News is shown to a person once, on the next page that they open. */

/** A job that has ended, or the number of sellers that an exported file lacks. */
type NewsContent = { jobId: string } | { missing: number };

export async function addNews(db: Db, sub: string, content: NewsContent, lifeMs: number): Promise<void> {
  const now = Date.now();
  const columns =
    "jobId" in content ? { id: content.jobId, job_id: content.jobId } : { id: uniqueToken(), missing: content.missing };
  await db
    .insertInto("news")
    .values({ ...columns, sub, created_at: now, expires_at: now + lifeMs })
    .execute();
}

export async function hasNews(sub: string): Promise<boolean> {
  const news = (await database()).selectFrom("news").select("id").where("sub", "=", sub);
  return (await news.where("expires_at", ">", Date.now()).limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes the news that it returns, so two open tabs never show the same news. */
export async function takeNews(sub: string, limit: number): Promise<Pick<Row<"news">, "job_id" | "missing">[]> {
  // Most people have no news. Unlike the deletion, this read doesn't wait for other writes.
  if (!(await hasNews(sub))) return [];
  const deleted = await bestEffortWrite((db) => {
    const current = db.selectFrom("news").select("id").where("sub", "=", sub).where("expires_at", ">", Date.now());
    const newest = current.orderBy("created_at", "desc").limit(limit);
    return db.deleteFrom("news").where("id", "in", newest).returning(["job_id", "missing"]).execute();
  });
  return deleted ?? [];
}
