import "@mantine/core/styles/Progress.layer.css";
import { Progress as MantineProgress } from "@mantine/core";

type ProgressProps = {
  label: string;
  done: number;
  /** 0 counts as all done. */
  total: number;
  /** The colour of the badge beside it; the bar has the shade of the badge's words. */
  color: string;
};

/** How much of something is done. */
export function Progress({ label, done, total, color }: ProgressProps) {
  const value = total === 0 ? 100 : Math.floor((100 * done) / total);
  return <MantineProgress aria-label={label} value={value} color={`var(--mantine-color-${color}-light-color)`} />;
}
