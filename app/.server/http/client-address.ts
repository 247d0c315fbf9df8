import { requestScope } from "./request-scope";

/** Longer than any IPv6 address with a port. */
const MAX_LENGTH = 64;

/**
 * Returns the address that the proxy in front added to X-Forwarded-For, or else the connection's.
 * Without a proxy anybody can claim any address, so it only serves to share out slots.
 */
export function clientAddress(): string {
  const request = requestScope().response?.req;
  const forwarded = String(request?.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-1)?.trim().slice(0, MAX_LENGTH) || (request?.socket.remoteAddress ?? "");
}
