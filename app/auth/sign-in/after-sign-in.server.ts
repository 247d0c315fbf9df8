import { log } from "~/.server/log";

/** Somebody who has just signed in: not a renewal. `id`: the store's key of the new session; it opens nothing. */
export type SignedIn = { sub: string; id: string };

const hearers: ((person: SignedIn) => Promise<void>)[] = [];

/** From now on each sign-in is told to `hear`, which a feature gives that waits for its people to come back. */
export function afterSignIn(hear: (person: SignedIn) => Promise<void>): void {
  hearers.push(hear);
}

/** No sign-in waits for what follows from it, nor fails with it. */
export function tellSignedIn(person: SignedIn): void {
  for (const hear of hearers) {
    hear(person).catch((err: unknown) => log().error({ err }, "what was to follow a sign-in failed"));
  }
}
