/** More, in seconds, is taken for a day: whoever heeds it has a bound of their own. */
const MAX_SECONDS = 86_400;

/**
 * When an answer asks to be asked again (RFC 9110 §10.2.3), in seconds from now; undefined where it says nothing of use. A date counts
 * from when the answer says that it was made: a backend's clock may be another one.
 */
export function retryAfter(headers: Headers): number | undefined {
  const said = headers.get("Retry-After") ?? "";
  const madeAt = Date.parse(headers.get("Date") ?? "") || Date.now();
  const date = said.endsWith(" GMT") ? Date.parse(said) : Number.NaN;
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((date - madeAt) / 1000);
  return seconds > 0 ? Math.min(seconds, MAX_SECONDS) : undefined;
}
