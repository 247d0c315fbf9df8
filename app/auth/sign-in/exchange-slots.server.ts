import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { requestScope } from "~/.server/http/request-scope";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";

/**
 * Few codes are exchanged at once, because anybody can begin a sign-in and make up an answer, which
 * costs the provider a call. A whole company may share one address, whose 96 slots allow 48 exchanges
 * a second at a provider that takes 2 s for each.
 */
const EXCHANGES = new FairSlots({
  maxRunning: 128,
  maxRunningPerPerson: 96,
  maxWaiting: 512,
  maxWaitingPerPerson: 256,
});

/**
 * Call it before the state is used up, so that a refused answer can be opened again. nginx
 * limits how often an address begins a sign-in (deploy/nginx.conf).
 * @param client the session of a hidden frame, or the address that a sign-in comes from
 * @throws ProviderUnavailable
 */
export async function exchangeSlot(client: string): Promise<() => void> {
  const { signal } = requestScope();
  try {
    const maxWaitMs = 5_000;
    return await EXCHANGES.take(client, signal, maxWaitMs);
  } catch (error) {
    if (signal?.aborted) throw new ProviderUnavailable("The browser no longer waits for this sign-in", error);
    if (!(error instanceof NoSlot)) throw error;
    throw new ProviderUnavailable("Too many sign-ins are being finished", error);
  }
}
