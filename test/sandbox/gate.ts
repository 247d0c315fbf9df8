import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { commit, type Faults } from "./faults";
import type { Recorder } from "./recorder";
import type { Target } from "./types";

/** Marks the sandbox's own calls, which are neither recorded nor harmed. */
const INTERNAL_HEADER = "x-sandbox-internal";

export class Gate {
  readonly #internal = randomBytes(16).toString("hex");
  readonly #log: boolean;

  constructor(
    readonly faults: Faults,
    readonly recorder: Recorder,
    log: boolean,
  ) {
    this.#log = log;
  }

  get internalHeaders(): Record<string, string> {
    return { [INTERNAL_HEADER]: this.#internal };
  }

  /** Puts recording and faults in front of a server. */
  guard(targetOf: (request: IncomingMessage) => Target, answer: RequestListener): RequestListener {
    return (request, response) => {
      if (request.headers[INTERNAL_HEADER] === this.#internal) {
        answer(request, response);
        return;
      }
      const target = targetOf(request);
      this.recorder.record(target, request, response);
      if (this.#log) logWhenDone(target, request, response);
      const taken = this.faults.take(target, request);
      if (!taken) {
        answer(request, response);
        return;
      }
      commit(taken, request, response, () => answer(request, response)).catch((error: unknown) => {
        console.error("A fault went wrong:", error);
        request.socket.destroy();
      });
    };
  }
}

function logWhenDone(target: Target, request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  const path = (request.url ?? "/").replace(/\?.*/s, "");
  response.once("close", () => {
    const outcome = response.writableFinished ? response.statusCode : "cut";
    console.log(`${target} ${request.method} ${path} ${outcome} ${Math.round(performance.now() - started)} ms`);
  });
}
