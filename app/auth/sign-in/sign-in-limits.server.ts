import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { requestScope } from "~/.server/http/request-scope";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";

/**
 * How many codes are exchanged at once: anybody can make up an answer, which costs the provider a
 * call. Hidden frames, which need a session, have slots of their own by their path.
 */
const EXCHANGES = new FairSlots({ size: 40, share: 32, maxWaiting: 256, waitingShare: 128 });
const EXCHANGE_WAIT_MS = 5_000;

/**
 * Call it before the state is used up, so that an answer without a slot can be opened again. nginx
 * limits how often an address begins a sign-in (deploy/nginx.conf).
 * @throws ProviderUnavailable
 */
export async function exchangeSlot(callbackPath: string): Promise<() => void> {
  const { gone } = requestScope();
  try {
    return await EXCHANGES.take(callbackPath, gone, EXCHANGE_WAIT_MS);
  } catch (error) {
    if (gone?.aborted) throw new ProviderUnavailable("The browser no longer waits for this sign-in", error);
    if (!(error instanceof NoSlot)) throw error;
    throw new ProviderUnavailable("Too many sign-ins are being finished", error);
  }
}
