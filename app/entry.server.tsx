import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { ConfigurationError, env } from "~/.server/env";
import { CoalesceStream } from "~/.server/http/coalesce-stream";
import { attachToServer } from "~/.server/http/edge";
import { ownTurn } from "~/.server/http/own-turn";
import { requestScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { i18nFor } from "~/i18n/i18n.server";
import { localeOfPath } from "~/i18n/locales";
import { NonceContext } from "~/layouts/shell/nonce";
import { RequestIdContext } from "~/layouts/shell/request-id";
import { startServer } from "~/ops/start-server.server";

try {
  env();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
attachToServer();
await startServer();

/** Deferred values that haven't arrived by then, in ms, are given up and their error boundaries rendered. */
export const streamTimeout = 15_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  const { nonce, id } = requestScope();
  const locale = localeOfPath(new URL(request.url).pathname);
  // React renders in one go whatever has been begun in the same turn: ten pages asked for at once held up everybody.
  await ownTurn();
  return new Promise((resolve, reject) => {
    let shellSent = false;
    let statusCode = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={id}>
          <I18nextProvider i18n={i18nFor(locale)}>
            <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout + 1_000} nonce={nonce} />
          </I18nextProvider>
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          shellSent = true;
          const body = new CoalesceStream();
          headers.set("Content-Type", "text/html; charset=utf-8");
          headers.set("Content-Language", locale);
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          statusCode = 500;
          // Errors before the shell arrive at handleError too, by way of onShellError.
          if (shellSent) log().error({ err: error, requestId: requestScope().id }, "rendering failed");
        },
      },
    );
    setTimeout(abort, streamTimeout + 2_000).unref();
  });
}

/** Every unexpected error of a loader, an action or a rendering ends here, once, without what the request held. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  log().error({ err: error, requestId: requestScope().id }, "request failed");
}
