import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { requestScope } from "~/.server/http/request-scope";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";

/**
 * Limits the code exchanges: anybody can invent codes, and each code costs the provider a request.
 * A "person" of the limits is a session or an address. A whole company may share one address: its
 * 96 slots allow 48 exchanges a second if each exchange takes 2 s.
 */
const EXCHANGES = new FairSlots({
  maxRunning: 128,
  maxRunningPerPerson: 96,
  maxWaiting: 512,
  maxWaitingPerPerson: 256,
});

/**
 * Waits for a slot. Call it before `spendAttempt`, so that the callback can be opened again after
 * an error. @returns a function that frees the slot
 */
export async function exchangeSlot(sessionOrAddress: string): Promise<() => void> {
  const { signal } = requestScope();
  try {
    const maxWaitMs = 5_000;
    return await EXCHANGES.take(sessionOrAddress, signal, maxWaitMs);
  } catch (error) {
    if (signal?.aborted) throw new ProviderUnavailable("The browser no longer waits for this sign-in", error);
    if (!(error instanceof NoSlot)) throw error;
    throw new ProviderUnavailable("Too many sign-ins are being finished", error);
  }
}
