import { log } from "~/.server/log";

/** Somebody who has just signed in: not a renewal. `id`: the store's key of the new session; it opens nothing. */
export type SignedIn = { sub: string; id: string };

const hearers: ((person: SignedIn) => Promise<void>)[] = [];

/** Registers what a feature does after each sign-in: jobs go on when their owner is back. */
export function afterSignIn(hear: (person: SignedIn) => Promise<void>): void {
  hearers.push(hear);
}

const longLived: ((request: Request) => string | undefined)[] = [];

/**
 * Registers a cookie that lives for a year, to be set again at each sign-in: so it doesn't end in the midst of daily work.
 * @param renewed its Set-Cookie value for a request that brought it; undefined for any other
 */
export function renewAtSignIn(renewed: (request: Request) => string | undefined): void {
  longLived.push(renewed);
}

/** The Set-Cookie values of what was registered. */
export function renewedCookies(request: Request): (string | undefined)[] {
  return longLived.map((renewed) => renewed(request));
}

/** Runs what was registered, beside the sign-in: no sign-in waits for it or fails with it. */
export function tellSignedIn(person: SignedIn): void {
  for (const hear of hearers) {
    hear(person).catch((err: unknown) => log().error({ err }, "what was to follow a sign-in failed"));
  }
}
