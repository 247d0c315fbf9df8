import { uniqueToken } from "~/.server/unique-token";
import { type Db, database } from "./database";
import type { Row } from "./schema";

/* What a person is told once, on whatever page comes next. */

type NewsOf = { jobId: string } | { missing: number };

/**
 * @param told a job that ended, or how many sellers an exported file lacks
 * @param lifeMs in ms
 */
export async function addNews(db: Db, sub: string, told: NewsOf, lifeMs: number): Promise<void> {
  const now = Date.now();
  const content =
    "jobId" in told ? { id: told.jobId, job_id: told.jobId } : { id: uniqueToken(), missing: told.missing };
  await db
    .insertInto("news")
    .values({ ...content, sub, created_at: now, expires_at: now + lifeMs })
    .execute();
}

export async function hasNews(sub: string): Promise<boolean> {
  const news = (await database()).selectFrom("news").select("id").where("sub", "=", sub);
  return (await news.where("expires_at", ">", Date.now()).limit(1).executeTakeFirst()) !== undefined;
}

/** Takes out the newest; concurrent callers never get the same. */
export async function takeNews(sub: string, limit: number): Promise<Pick<Row<"news">, "job_id" | "missing">[]> {
  const db = await database();
  const newest = db.selectFrom("news").select("id").where("sub", "=", sub).orderBy("created_at", "desc").limit(limit);
  return db.deleteFrom("news").where("id", "in", newest).returning(["job_id", "missing"]).execute();
}
