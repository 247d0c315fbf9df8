import type { IncomingMessage, ServerResponse } from "node:http";
import { pinoHttp } from "pino-http";
import { describeError, log } from "~/.server/log";
import { routeOf } from "~/.server/route-name";
import { requestScope } from "./request-scope";
import { isAsset, pathOf } from "./request-target";

/** Not logged, because each is requested every few seconds. */
const UNLOGGED = new Set(["/healthz", "/readyz", "/auth/session"]);

export const accessLog = () =>
  pinoHttp<IncomingMessage, ServerResponse>({
    logger: log(),
    genReqId: () => requestScope().id,
    autoLogging: {
      ignore: (request) => request.method === "GET" && (isAsset(request) || UNLOGGED.has(pathOf(request))),
    },
    customLogLevel: (_request, { statusCode }, error) => {
      if (error || statusCode >= 500) return "error";
      return statusCode >= 400 ? "warn" : "info";
    },
    serializers: {
      req: (request: { id: string; method: string; raw: IncomingMessage }) => ({
        id: request.id,
        method: request.method,
        ...routeOf(request.raw.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      err: errorOf,
    },
  });

/** Leaves out the error that pino-http makes for each 5xx, which only repeats the status. */
function errorOf({ raw }: { raw: unknown }): Record<string, unknown> | undefined {
  return raw instanceof Error && /^failed with status code \d+$/.test(raw.message) ? undefined : describeError(raw);
}
