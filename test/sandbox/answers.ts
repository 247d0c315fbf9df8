import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** An answer other than success, as problem details (RFC 9457). */
export class Problem extends Error {
  readonly headers: Record<string, string>;
  constructor(
    readonly status: number,
    readonly title: string,
    readonly more: { errors?: Record<string, string[]>; detail?: string; headers?: Record<string, string> } = {},
  ) {
    super(title);
    this.headers = more.headers ?? {};
  }
}

export type Answer = { status: number; headers?: Record<string, string>; json?: unknown; bytes?: Buffer };

function send(response: ServerResponse, answer: Answer): void {
  const content = answer.bytes ?? (answer.json === undefined ? "" : JSON.stringify(answer.json));
  response.writeHead(answer.status, {
    ...(answer.json === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    "content-length": Buffer.byteLength(content),
    ...answer.headers,
  });
  response.end(content);
}

/** Runs a handler and answers with what it returns or with the problem it throws. */
export function answering(handle: (request: IncomingMessage) => Promise<Answer>) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request)
      .catch((error: unknown) => problemAnswer(error))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  };
}

function problemAnswer(error: unknown): Answer {
  if (!(error instanceof Problem)) {
    console.error("The sandbox failed:", error);
    return { status: 500, json: { type: "about:blank", title: "Błąd środowiska demonstracyjnego", status: 500 } };
  }
  const { errors, detail } = error.more;
  return {
    status: error.status,
    headers: { "content-type": "application/problem+json; charset=utf-8", ...error.headers },
    json: { type: "about:blank", title: error.title, status: error.status, detail, errors },
  };
}

/** @throws Problem 400 when it can't be decoded */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Problem(400, "Niepoprawny adres");
  }
}

/** @throws Problem 415 for another content type than JSON, 400 for a body that isn't JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/(merge-patch\+)?json\b/.test(request.headers["content-type"] ?? "")) {
    throw new Problem(415, "Nieobsługiwany typ treści", { headers: { accept: "application/json" } });
  }
  const body = await text(request);
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem(400, "Treść żądania nie jest poprawnym JSON-em");
  }
}

/** @throws Problem as `readJson` does, and 400 for JSON that isn't an object */
export async function readJsonObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parsed = await readJson(request);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Problem(400, "Treść żądania musi być obiektem JSON");
  }
  return parsed as Record<string, unknown>;
}
