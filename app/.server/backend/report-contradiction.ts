import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import { type Contradiction, remedies } from "./contract/contradictions";

// The counters start at 0, because Prometheus takes the first value that it sees as the baseline.
for (const contradiction of Object.keys(remedies)) contradictionsSeen.inc({ contradiction }, 0);

export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
}
