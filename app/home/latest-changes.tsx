import { DayName } from "~/sellers/history/day-name";
import type { HistoryDay } from "~/sellers/history/history-days";
import { LatestRows } from "~/sellers/history/latest-rows";
import classes from "./home.module.css";

/** The latest changes of all sellers, by day. */
export function LatestChanges({ days, now }: { days: HistoryDay[]; now: number }) {
  return days.map(({ day, rows }) => (
    <div key={day} className={classes.day}>
      <h3>
        <DayName day={day} now={now} />
      </h3>
      <LatestRows rows={rows} now={now} withSeller />
    </div>
  ));
}
