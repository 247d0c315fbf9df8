import type { IncomingMessage, ServerResponse } from "node:http";
import type { RecordedRequest, Target } from "./types";

const KEPT = 10_000;
const BODY_KEPT_BYTES = 262_144;

type Entry = Omit<RecordedRequest, "body" | "query"> & { search: string; chunks: Buffer[] };

/** Records requests with their bodies, without changing how they are read. */
export class Recorder {
  #entries: Entry[] = [];

  record(target: Target, request: IncomingMessage, response: ServerResponse): void {
    const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
    const chunks: Buffer[] = [];
    const { method = "GET", headers } = request;
    const entry: Entry = { target, method, path, search, headers, at: Date.now(), chunks };
    this.#entries.push(entry);
    response.once("finish", () => {
      entry.tookMs = Date.now() - entry.at;
    });
    if (this.#entries.length > KEPT * 1.2) this.#entries.splice(0, this.#entries.length - KEPT);
    copyBody(request, chunks);
  }

  list(target?: Target): RecordedRequest[] {
    return this.#entries
      .filter((entry) => !target || entry.target === target)
      .slice(-KEPT)
      .map(({ search, chunks, ...entry }) => ({
        ...entry,
        query: Object.fromEntries(new URLSearchParams(search)),
        body: parseBody(Buffer.concat(chunks).toString("utf8"), String(entry.headers["content-type"] ?? "")),
      }));
  }

  clear(): void {
    this.#entries = [];
  }
}

/** Copies the body as it is read. A listener for "data" would start the reading by itself. */
function copyBody(request: IncomingMessage, chunks: Buffer[]): void {
  let kept = 0;
  const emit = request.emit.bind(request) as (event: string | symbol, ...args: unknown[]) => boolean;
  request.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === "data" && kept < BODY_KEPT_BYTES && Buffer.isBuffer(args[0])) {
      kept += args[0].length;
      chunks.push(args[0]);
    }
    return emit(event, ...args);
  };
}

function parseBody(text: string, type: string): unknown {
  if (!text) return undefined;
  if (type.startsWith("application/x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  if (!/^application\/([\w.-]+\+)?json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
