import { allMatching } from "~/.server/backend/all-matching";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { formatDate } from "~/i18n/format";
import { cellsOf } from "~/sellers/columns";
import { parseSellerQuery } from "~/sellers/query";

/** The rows of all sellers that the list's query matches, in the person's words, a batch at a time. */
export async function* exportedRows({ sellers: backend, t }: Pick<FranchiseeContext, "sellers" | "t">, url: string) {
  const cells = cellsOf(t);
  const query = parseSellerQuery(new URL(url).searchParams);
  for await (const { sellers, total } of allMatching(backend, query)) {
    yield { rows: sellers.map(cells), total };
  }
}

/** `sprzedawcy-2026-03-31.csv`: what it is, in the person's language, and the day in Warsaw. */
export function exportName({ t }: Pick<FranchiseeContext, "t">, ending: string): string {
  const day = formatDate(Date.now()).split(".").reverse().join("-");
  return `${t("files:fileName")}-${day}.${ending}`;
}
