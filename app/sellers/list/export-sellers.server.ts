import { setImmediate as nextTurn } from "node:timers/promises";
import { allMatching } from "~/.server/backend/all-matching";
import { FairSlots } from "~/.server/fair-slots";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { formatDate } from "~/i18n/format";
import { cellsOf } from "~/sellers/columns";
import { parseSellerQuery } from "~/sellers/query";

/** How many files one person has made at once. */
const MAX_OWN = 2;
/** A further one waits so long, in ms, for one of them to end. */
const MAX_WAIT_MS = 10_000;
/** Rows that are made into a file at once; everybody else's turn comes after them. */
const PIECE = 200;
const exporting = new FairSlots({ size: 32, share: MAX_OWN, maxWaiting: 64, waitingShare: 4 });

/** Too many files are being made already, of this person's or of all. */
class TooManyExports extends Error {}

/** The rows of all sellers that the list's query matches, in the person's words, a piece at a time. Waits for its turn. */
export async function* exportedRows({ sellers: backend, session, t }: FranchiseeContext, url: string) {
  const cells = cellsOf(t);
  const query = parseSellerQuery(new URL(url).searchParams);
  const release = await exporting.take(session.sub, AbortSignal.timeout(MAX_WAIT_MS)).catch((cause: unknown) => {
    throw new TooManyExports("Too many files are being made", { cause });
  });
  try {
    for await (const { sellers, total } of allMatching(backend, query)) {
      for (let at = 0; at === 0 || at < sellers.length; at += PIECE) {
        yield { rows: sellers.slice(at, at + PIECE).map(cells), total };
        await nextTurn();
      }
    }
  } finally {
    release();
  }
}

/** The file that `make` makes; when too many are being made, back to the list in words. */
export async function exported({ redirect, t }: FranchiseeContext, url: string, make: () => Promise<Response>) {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof TooManyExports)) throw error;
    const text = t("files:tooManyAtOnce", { count: MAX_OWN });
    return redirect(`/sellers${new URL(url).search}`, { flash: { kind: "error", text } });
  }
}

/** `sprzedawcy-2026-03-31.csv`: what it is, in the person's language, and the day in Warsaw. */
export function exportName({ t }: Pick<FranchiseeContext, "t">, ending: string): string {
  const day = formatDate(Date.now()).split(".").reverse().join("-");
  return `${t("files:fileName")}-${day}.${ending}`;
}
