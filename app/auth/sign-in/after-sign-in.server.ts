import { log } from "~/.server/log";

/** Somebody who has just signed in: not a renewal. `id`: the store's key of the new session; it opens nothing. */
export type SignedIn = { sub: string; id: string };

const hearers: ((person: SignedIn) => Promise<void>)[] = [];

/** Registers what a feature does after each sign-in: jobs go on when their owner is back. */
export function afterSignIn(hear: (person: SignedIn) => Promise<void>): void {
  hearers.push(hear);
}

/** Runs what was registered, beside the sign-in: no sign-in waits for it or fails with it. */
export function tellSignedIn(person: SignedIn): void {
  for (const hear of hearers) {
    hear(person).catch((err: unknown) => log().error({ err }, "what was to follow a sign-in failed"));
  }
}
