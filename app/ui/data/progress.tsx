import "~/ui/theme/progress-styles";
import { Progress as MantineProgress } from "@mantine/core";

type ProgressProps = {
  label: string;
  done: number;
  /** Where it is 0, all of it is done. */
  total: number;
  /** That of the badge beside it, whose words' colour it takes: it stands out from the bar's ground. */
  color: string;
};

/** How much of something is done. */
export function Progress({ label, done, total, color }: ProgressProps) {
  const value = total === 0 ? 100 : Math.floor((100 * done) / total);
  return <MantineProgress aria-label={label} value={value} color={`var(--mantine-color-${color}-light-color)`} />;
}
