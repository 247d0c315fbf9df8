import { storeOperations } from "~/.server/metrics";
import { type Store, StoreFull, StoreUnavailable } from "./store";

/** The same store, each of its operations counted and timed. */
export function timedStore(store: Store): Store {
  const timed = <Given extends unknown[], Result>(operation: string, run: (...given: Given) => Promise<Result>) => {
    // Before it is (docs/alerts.yaml): of a series that isn't there yet Prometheus takes the first value for where it began, and a store
    // that filled up at night, when little is written, alerted nobody.
    storeOperations.zero({ operation, outcome: "full" });
    return async (...given: Given): Promise<Result> => {
      const stop = storeOperations.startTimer({ operation });
      try {
        const result = await run.apply(store, given);
        stop({ outcome: "ok" });
        return result;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        throw error;
      }
    };
  };
  return {
    get: timed("get", store.get),
    getMany: timed("getMany", store.getMany),
    put: timed("put", store.put),
    putIfAbsent: timed("putIfAbsent", store.putIfAbsent),
    updateIfPresent: timed("updateIfPresent", store.updateIfPresent),
    replaceIfEquals: timed("replaceIfEquals", store.replaceIfEquals),
    delete: timed("delete", store.delete),
    deleteIfEquals: timed("deleteIfEquals", store.deleteIfEquals),
    append: timed("append", store.append),
    readLog: timed("readLog", store.readLog),
    removeFromLog: timed("removeFromLog", store.removeFromLog),
    ping: timed("ping", store.ping),
    close: () => store.close(),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof StoreFull) return "full";
  return error instanceof StoreUnavailable ? "unavailable" : "error";
}
