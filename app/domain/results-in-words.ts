import type { Translate } from "~/i18n/catalogues";

type JobResults = Partial<Record<"failed" | "unknown" | "skipped" | "notRun", number>>;

/** Says „2 nieudane, 1 pominięte”; leaves out results that no item has. */
export function resultsInWords(t: Translate, counts: JobResults): string {
  const results = (["failed", "unknown", "skipped", "notRun"] as const).filter((result) => counts[result]);
  return results.map((result) => t(`history:results.${result}`, { count: counts[result] ?? 0 })).join(", ");
}
