import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import { type Contradiction, remedies } from "./contract/contradictions";

// Prometheus takes the first value that it sees as the baseline, so the counters begin at 0.
for (const contradiction of Object.keys(remedies)) contradictionsSeen.inc({ contradiction }, 0);

/** Logs and counts a response of the sellers backend that contradicts our configuration. */
export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
}
