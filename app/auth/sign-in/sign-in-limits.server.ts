import { FairSlots, QueueFull, WaitedTooLong } from "~/.server/fair-slots";
import { requestScope } from "~/.server/http/request-scope";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";

/**
 * How many codes may be exchanged for tokens at once. Anybody can make up an answer to a sign-in, and each answer costs the
 * provider a call. Hidden frames, which need a session, have slots of their own: the callback's path counts as the person.
 */
const EXCHANGES = new FairSlots({ size: 40, share: 32, maxWaiting: 256, waitingShare: 128 });
const EXCHANGE_WAIT_MS = 5_000;

/**
 * Waits for a slot to exchange a code. It has to be called before the state is used up, so that an answer without a slot can be opened again.
 * How often one address may begin a sign-in is limited by nginx (deploy/nginx.conf).
 * @throws ProviderUnavailable
 */
export async function exchangeSlot(callbackPath: string): Promise<() => void> {
  const { gone } = requestScope();
  try {
    return await EXCHANGES.take(callbackPath, gone, EXCHANGE_WAIT_MS);
  } catch (error) {
    if (gone?.aborted) throw new ProviderUnavailable("The browser no longer waits for this sign-in", error);
    if (!(error instanceof QueueFull || error instanceof WaitedTooLong)) throw error;
    throw new ProviderUnavailable("Too many sign-ins are being finished", error);
  }
}
