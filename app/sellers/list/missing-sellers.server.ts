import { database } from "~/.server/db/database";
import { addNews } from "~/.server/db/news";
import { log } from "~/.server/log";

const LIFE_MS = 24 * 3_600_000;

/** Lets the person's next page say how many sellers their file lacks. Never rejects. */
export async function announceMissing(sub: string, missing: number): Promise<void> {
  try {
    await addNews(await database(), sub, { missing }, LIFE_MS);
  } catch (err) {
    log().warn({ err }, "an incomplete file is told in its last row alone");
  }
}
