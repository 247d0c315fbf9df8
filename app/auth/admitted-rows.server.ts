import { DatabaseUnavailable } from "~/.server/db/errors";
import type { FranchiseeContext } from "./franchisee-context.server";
import { createRoleCheck } from "./role-check.server";
import { loadSession } from "./session/session.server";

const CHECK_MS = 5_000;

type Reader = Pick<FranchiseeContext, "session" | "tokens" | "t">;

/**
 * Passes a file's rows on, and checks every 5 s that the reader still has access. If not, the file
 * ends with a row that says so.
 */
export async function* admittedRows(
  reader: Reader,
  rows: AsyncIterable<string[][]>,
  { columns, onCut }: { columns: number; onCut?: () => void },
): AsyncGenerator<string[][], void> {
  let checkedAt = performance.now();
  for await (const batch of rows) {
    if (performance.now() - checkedAt >= CHECK_MS) {
      checkedAt = performance.now();
      if (!(await isAdmitted(reader))) {
        onCut?.();
        yield [[reader.t("files:accessEnded"), ...Array<string>(columns - 1).fill("")]];
        return;
      }
    }
    yield batch;
  }
}

async function isAdmitted({ session: { key }, tokens }: Reader): Promise<boolean> {
  try {
    const session = await loadSession(key);
    return session !== undefined && (await createRoleCheck(session, tokens)()) === undefined;
  } catch (error) {
    // During an outage of the database nobody can sign out, so the reader still counts as admitted.
    if (error instanceof DatabaseUnavailable) return true;
    throw error;
  }
}
