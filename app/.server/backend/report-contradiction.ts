import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import { type Contradiction, remedies } from "./contract/contradictions";

// Each counter starts at 0. Otherwise Prometheus would take the first contradiction for the
// baseline, and show no increase.
for (const contradiction of Object.keys(remedies)) contradictionsSeen.inc({ contradiction }, 0);

export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
}
