import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import { commit, Faults } from "./faults";
import { Recorder } from "./recorder";
import type { Target } from "./types";

/** Marks calls between the sandbox's own servers, which are neither recorded nor given a fault. */
const INTERNAL_HEADER = "x-sandbox-internal";

export class Gate {
  readonly faults = new Faults();
  readonly recorder = new Recorder();
  readonly #internal = randomBytes(16).toString("hex");

  get internalHeaders(): Record<string, string> {
    return { [INTERNAL_HEADER]: this.#internal };
  }

  /** Puts recording and faults in front of a server. */
  guard(targetOf: (request: IncomingMessage) => Target, answer: RequestListener): RequestListener {
    return (request, response) => {
      if (request.headers[INTERNAL_HEADER] === this.#internal) return answer(request, response);
      const target = targetOf(request);
      this.recorder.record(target, request, response);
      const fault = this.faults.take(target, request);
      if (!fault) return answer(request, response);
      commit(fault, request, response, () => answer(request, response)).catch((error: unknown) => {
        console.error("A fault went wrong:", error);
        request.socket.destroy();
      });
    };
  }
}
