import { hashed } from "../db/hashed";
import { store } from "./open-store";

/** Messages for a person, each delivered once. */
const newsOf = (sub: string) => `news:${hashed(sub)}`;

/** @param ttl in seconds. */
export async function addNews(sub: string, word: string, ttl: number): Promise<void> {
  await (await store()).append(newsOf(sub), word, ttl);
}

export async function hasNews(sub: string): Promise<boolean> {
  return (await (await store()).readLog(newsOf(sub), { limit: 1 })).length > 0;
}

/** Takes out the newest messages; concurrent callers never get the same one. */
export async function takeNews(sub: string, limit: number): Promise<string[]> {
  const log = newsOf(sub);
  const news = await store();
  const values: string[] = [];
  for (const { id, value } of await news.readLog(log, { limit })) {
    if (await news.removeFromLog(log, id)) values.push(value);
  }
  return [...new Set(values)];
}
