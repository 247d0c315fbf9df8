import { open } from "lmdb";

/**
 * What lies in this process's embedded store, read past the app: values whose keys begin so.
 * @param words the beginning of keys, such as `draft:`
 * @returns how many values, and their characters together
 */
export async function stored(words: string): Promise<{ values: number; characters: number }> {
  const path = process.env.STORE_URL?.replace(/^lmdb:/, "") ?? "";
  const root = open(path, { noSubdir: false, readOnly: true });
  try {
    const values = root.openDB<string, string>("values", { encoding: "string" });
    const found = { values: 0, characters: 0 };
    for (const { key, value } of values.getRange({ start: words, end: `${words}\uffff` })) {
      if (!key.startsWith(words)) continue;
      found.values += 1;
      found.characters += value.length;
    }
    return found;
  } finally {
    await root.close();
  }
}
