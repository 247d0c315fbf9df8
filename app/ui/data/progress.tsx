import "@mantine/core/styles/Progress.layer.css";
import { Progress as MantineProgress } from "@mantine/core";

type ProgressProps = {
  label: string;
  done: number;
  /** Where it is 0, all of it is done. */
  total: number;
  /** The badge's colour beside it, in the shade of its words, which stands out from the bar. */
  color: string;
};

/** How much of something is done. */
export function Progress({ label, done, total, color }: ProgressProps) {
  const value = total === 0 ? 100 : Math.floor((100 * done) / total);
  return <MantineProgress aria-label={label} value={value} color={`var(--mantine-color-${color}-light-color)`} />;
}
