import { log } from "~/.server/log";

/** `id` is the key of the new session. */
export type SignedIn = { sub: string; id: string };

const hearers: ((person: SignedIn) => Promise<void>)[] = [];

/** Jobs go on when their owner is back, for example. */
export function afterSignIn(hear: (person: SignedIn) => Promise<void>): void {
  hearers.push(hear);
}

const longLived: ((request: Request) => string | undefined)[] = [];

/** @param renewed the cookie's Set-Cookie value, for a request that brought the cookie */
export function renewAtSignIn(renewed: (request: Request) => string | undefined): void {
  longLived.push(renewed);
}

export function renewedCookies(request: Request): (string | undefined)[] {
  return longLived.map((renewed) => renewed(request));
}

/** No sign-in waits for these functions or fails with them. */
export function tellSignedIn(person: SignedIn): void {
  for (const hear of hearers) {
    hear(person).catch((err: unknown) => log().error({ err }, "what was to follow a sign-in failed"));
  }
}
