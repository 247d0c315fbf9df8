import { log } from "~/.server/log";
import { addNews } from "~/.server/store/news";

const TTL = 24 * 3600;
const WORD = "export-lacks:";

/** Lets the person's next page say how many sellers their file lacks. Never rejects. */
export async function announceMissing(sub: string, missing: number): Promise<void> {
  try {
    await addNews(sub, `${WORD}${missing}`, TTL);
  } catch (err) {
    log().warn({ err }, "an incomplete file is told in its last row alone");
  }
}

/** The number in such news; undefined for other news. */
export function missingIn(word: string): number | undefined {
  return word.startsWith(WORD) ? Number(word.slice(WORD.length)) : undefined;
}
