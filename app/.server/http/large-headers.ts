import { createHash } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/.server/env";
import { log } from "~/.server/log";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime } from "~/i18n/format";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";

/** For how long, in ms, what still comes is thrown away: of a connection that is closed before, the answer may be lost. */
const LINGER_MS = 1_000;

const watched = new WeakSet<Server>();

/**
 * Says in words that a request's headers are above Node's bound (`--max-http-header-size`), which Node tells by a bare 431. There is no
 * request yet, and so neither a language nor a page: it is said in all of them.
 */
export function answerLargeHeaders(server: Server): void {
  if (watched.has(server)) return;
  watched.add(server);
  const emit = server.emit.bind(server) as (event: string, ...given: unknown[]) => boolean;
  // Not by a listener: with one, Node answers none of the other faults any more.
  server.emit = ((event: string, ...given: unknown[]) => {
    const [error, socket] = given as [NodeJS.ErrnoException?, Socket?];
    if (event !== "clientError" || error?.code !== "HPE_HEADER_OVERFLOW" || !socket) return emit(event, ...given);
    // What came on this connection before is being answered still: what is added may stand in the middle of it.
    if ((socket as { _httpMessage?: unknown })._httpMessage) return emit(event, ...given);
    if (socket.writable) refuse(socket);
    return true;
  }) as Server["emit"];
}

function refuse(socket: Socket): void {
  log().warn("the headers of a request were too large");
  socket.end(answer());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whom to ask. The request has no id yet, and so the mail has none in its subject. */
function support(t: Translate): string {
  const { SUPPORT_EMAIL: email, SUPPORT_URL: url } = env();
  if (!email && !url) return "";
  const subject = encodeURIComponent(`${t("common:product")}, ${formatDateTime(Date.now())}`);
  const mail = email && `<a href="mailto:${email}?subject=${subject}">${t("errors:support.write")} ${email}</a>`;
  const page = url && `<a href="${url.replaceAll("&", "&amp;")}">${t("errors:support.page")}</a>`;
  return `<p>${t("errors:support.question")} ${[mail, page].filter(Boolean).join(" · ")}</p>`;
}

const STYLE = "body{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}";

function answer(): string {
  const [title] = localeCodes.map((code) => getT(code)("edge:largeHeaders.title"));
  const parts = localeCodes.map((code) => {
    const t = getT(code);
    return `<section lang="${code}"><h1>${t("edge:largeHeaders.title")}</h1><p>${t("edge:largeHeaders.message")}</p>${support(t)}</section>`;
  });
  const page = `<!DOCTYPE html><html lang="${localeCodes[0]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><main>${parts.join("")}</main></html>`;
  const style = createHash("sha256").update(STYLE).digest("base64");
  return [
    "HTTP/1.1 431 Request Header Fields Too Large",
    "Connection: close",
    "Content-Type: text/html; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(page)}`,
    "Cache-Control: no-store",
    `Content-Security-Policy: default-src 'none';style-src 'sha256-${style}';frame-ancestors 'none'`,
    "X-Content-Type-Options: nosniff",
    "",
    page,
  ].join("\r\n");
}
