import "~/ui/theme/progress-styles";
import { Progress as MantineProgress } from "@mantine/core";

/** How much of something is done. @param total where it is 0, all of it is done */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return <MantineProgress aria-label={label} value={total === 0 ? 100 : Math.floor((100 * done) / total)} />;
}
