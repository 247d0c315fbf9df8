import { Group, Text } from "@mantine/core";
import { formatDay } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";
import classes from "./changes-chart.module.css";
import type { DailyChanges } from "./changes-chart.server";

/** In units of the `viewBox`. A STEP is a bar with its GAP. */
const STEP = 10;
const GAP = 3;
const HEIGHT = 64;
const MIN_HEIGHT = 3;

export function ChangesChart({ daily: { days, isPartial } }: { daily: DailyChanges }) {
  const t = useT();
  const total = days.reduce((sum, { count }) => sum + count, 0);
  // At least 1, so that a chart without changes has no highest bar.
  const most = Math.max(1, ...days.map(({ count }) => count));
  const bars = days.map(({ day, count }) => ({ day, count, name: formatDay(day) }));
  const highestAt = bars.findIndex(({ count }) => count === most);
  return (
    <section className={theme.card} aria-labelledby="chart">
      <h2 id="chart">{t("home:chart.title")}</h2>
      <Text>{t("home:chart.total", { count: total })}</Text>
      <div className={classes.chart}>
        {highestAt >= 0 && (
          <span
            className={classes.most}
            style={{ paddingInlineStart: `${((highestAt + 0.5) / days.length) * 100}%` }}
            aria-hidden="true"
          >
            <span>{most}</span>
          </span>
        )}
        <svg
          viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className={classes.bars}
        >
          {bars.map(({ day, count, name }, at) => {
            if (count === 0) return null;
            const height = Math.max(MIN_HEIGHT, (count / most) * HEIGHT);
            return (
              <rect key={day} x={at * STEP + GAP / 2} y={HEIGHT - height} width={STEP - GAP} height={height}>
                <title>{`${name}: ${count}`}</title>
              </rect>
            );
          })}
        </svg>
        <Group justify="space-between" c="dimmed" fz="0.8125rem" aria-hidden="true">
          <span>{bars[0]?.name}</span>
          <span>{t("history:today")}</span>
        </Group>
      </div>
      {isPartial && <Text c="dimmed">{t("home:chart.partial")}</Text>}
      <details>
        <summary>{t("home:chart.asTable")}</summary>
        <table className={`${theme.table} ${theme.flush}`} aria-labelledby="chart">
          <thead>
            <tr>
              <th scope="col">{t("home:chart.day")}</th>
              <th scope="col">{t("home:chart.changes")}</th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ count }) => count > 0)
              .reverse()
              .map(({ day, count, name }) => (
                <tr key={day}>
                  <td>{name}</td>
                  <td>{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
