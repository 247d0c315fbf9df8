import { setTimeout as wait } from "node:timers/promises";
import { connect } from "node:tls";

/** In ms, for one check. */
export const PATIENCE_MS = 15_000;

/** A failed check, with advice for the operator. */
export class Finding extends Error {
  readonly advice: string;
  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

/** Resolves to a remark, or rejects. `warn` adds a line to a check that passes nevertheless. */
export type Check = (warn: (text: string) => void) => Promise<string>;

/** Runs a check and prints its lines. @returns whether it passed */
export async function report(name: string, check: Check, patienceMs = PATIENCE_MS): Promise<boolean> {
  const warnings: string[] = [];
  const late = wait(patienceMs + 1_000, undefined, { ref: false }).then(() => {
    throw new Finding("no answer", "see whether something between here and there swallows the connection");
  });
  try {
    console.log(`ok    ${name}: ${await Promise.race([check((text) => warnings.push(text)), late])}`);
    for (const warning of warnings) console.log(`warn  ${name}: ${warning}`);
    return true;
  } catch (error) {
    const advice = error instanceof Finding ? `; ${error.advice}` : "";
    console.log(`FAIL  ${name}: ${error instanceof Finding ? error.message : reasons(error)}${advice}`);
    return false;
  }
}

export function skip(name: string, why: string): void {
  console.log(`skip  ${name}: ${why}`);
}

/** Returns the messages of an error and its causes, because fetch says only "fetch failed". */
export function reasons(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at; at = at instanceof Error ? at.cause : undefined) {
    const { code, name } = at as { code?: unknown; name?: string };
    if (at instanceof Error) messages.push(at.message || (typeof code === "string" ? code : String(name)));
    else if (at instanceof Response) messages.push(describeResponse(at));
    else if (isMismatch(at)) messages.push(`expected ${at.expected}, found ${at.body.issuer}`);
  }
  return [...new Set(messages)].join(": ");
}

/** What openid-client says of a discovery document with another issuer. */
function isMismatch(cause: unknown): cause is { expected: string; body: { issuer: unknown } } {
  const { expected, body } = cause as { expected?: unknown; body?: { issuer?: unknown } };
  return typeof expected === "string" && body?.issuer !== undefined;
}

export function describeResponse({ status, headers }: Response): string {
  const type = headers.get("Content-Type")?.split(";", 1)[0];
  const location = headers.get("Location");
  return [`answers ${status}`, location && `to ${location}`, type && `(${type})`].filter(Boolean).join(" ");
}

/** Node's codes for a certificate that isn't trusted, expired or of another host. */
const CERTIFICATE_FAULT =
  /\b(CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)\b/;

/** Adds the certificate to an error that is about one. @returns what failed when calling `url` */
export async function connectionFinding(error: unknown, url: string, advice: string): Promise<Finding> {
  const code = CERTIFICATE_FAULT.exec(codesOf(error).join(" "))?.[0];
  if (!code) return new Finding(`${reasons(error)} at ${url}`, advice);
  const certificate = await certificateOf(new URL(url)).catch(() => "the certificate");
  const isUntrusted = /SELF_SIGNED|UNABLE_TO/.test(code);
  return new Finding(
    `${certificate} of ${new URL(url).host} isn't accepted (${code})`,
    isUntrusted
      ? "name the authority's file in NODE_EXTRA_CA_CERTS, in the environment of the process: in a .env that Node reads it has no effect"
      : "the server needs a certificate that is valid now and names this host",
  );
}

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) codes.push(String((at as { code?: unknown }).code));
  return codes;
}

function certificateOf({ hostname, port }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port || 443), servername: hostname, rejectUnauthorized: false });
    socket.setTimeout(5_000, () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { subject, issuer, valid_to } = socket.getPeerCertificate();
      socket.destroy();
      resolve(`the certificate ${nameOf(subject)}, issued by ${nameOf(issuer)} until ${valid_to},`);
    });
  });
}

const nameOf = (name?: { CN?: string | string[]; O?: string | string[] }) =>
  String(name?.CN ?? name?.O ?? "without a name");

/** @throws Finding */
export async function get(url: string, advice: string, headers?: Record<string, string>): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw await connectionFinding(error, url, advice);
  }
}
