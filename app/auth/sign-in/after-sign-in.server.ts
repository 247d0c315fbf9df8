import { log } from "~/.server/log";

/** `id` is the key of the new session. */
export type SignedIn = { sub: string; id: string };

const hearers: ((person: SignedIn) => Promise<void>)[] = [];

/** Jobs go on when their owner is back, for example. */
export function afterSignIn(hear: (person: SignedIn) => Promise<void>): void {
  hearers.push(hear);
}

/** No sign-in waits for these functions or fails with them. */
export function tellSignedIn(person: SignedIn): void {
  for (const hear of hearers) {
    hear(person).catch((err: unknown) => log().error({ err }, "what was to follow a sign-in failed"));
  }
}
