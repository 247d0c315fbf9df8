import { Badge } from "@mantine/core";
import { useT } from "~/i18n/use-t";
import type { HistoryRow } from "~/sellers/history/history-days";

/** A badge only for what went otherwise than it should, or hasn't ended. */
export function OutcomeMarks({
  row: { count, failed, unknown, inFlight },
}: {
  row: Pick<HistoryRow, "count" | "failed" | "unknown" | "inFlight">;
}) {
  const t = useT();
  const text = (outcome: "failed" | "unknown" | "inFlight", some: number) =>
    t(`history:outcome.${outcome}`) + (count > 1 ? `: ${some}` : "");
  return (
    <>
      {failed > 0 && <Badge color="red">{text("failed", failed)}</Badge>}
      {inFlight > 0 && <Badge color="gray">{text("inFlight", inFlight)}</Badge>}
      {unknown > 0 && <Badge color="yellow">{text("unknown", unknown)}</Badge>}
    </>
  );
}
