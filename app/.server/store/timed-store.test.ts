import { beforeEach, expect, test, vi } from "vitest";
import { storeOperations } from "~/.server/metrics";
import { type Store, StoreFull, StoreUnavailable } from "./store";
import { timedStore } from "./timed-store";

/** An engine whose operations need it itself, and tell what they were given. */
class Engine {
  fault: unknown;
  async told(...given: unknown[]): Promise<unknown> {
    if (this.fault) throw this.fault;
    return given;
  }
}
const operations = [
  ...["get", "getMany", "put", "putIfAbsent", "updateIfPresent", "replaceIfEquals", "delete", "deleteIfEquals"],
  ...["append", "readLog", "removeFromLog", "ping", "close"],
] as (keyof Store)[];
for (const name of operations) Object.assign(Engine.prototype, { [name]: Engine.prototype.told });

let engine: Engine;
let store: Store;
beforeEach(() => {
  storeOperations.reset();
  engine = new Engine();
  store = timedStore(engine as unknown as Store);
});
const isMeasured = (operation: string) => operation !== "close";
const call = (name: keyof Store, ...given: unknown[]) =>
  (store[name] as (...all: unknown[]) => Promise<unknown>)(...given);

/** How many there are of each operation and outcome. */
async function counts(): Promise<string[]> {
  const { values } = await storeOperations.get();
  return values.flatMap(({ metricName, labels, value }) =>
    metricName?.endsWith("_count") ? `${labels.operation} ${labels.outcome} ${value}` : [],
  );
}
/** What was counted since the test began. */
const counted = async () => (await counts()).filter((line) => !line.endsWith(" 0"));

test("none is full before one is, so that an alert sees the first one", async () => {
  expect(await counts()).toEqual(operations.filter(isMeasured).map((name) => `${name} full 0`));
});

test.each(operations.filter(isMeasured))("%s does what the engine does, and is counted", async (name) => {
  expect(await call(name, "a", 1)).toEqual(["a", 1]);
  await call(name);
  expect(await counted()).toEqual([`${name} ok 2`]);
});

test.each([
  ["full", new StoreFull(new Error("disk"))],
  ["unavailable", new StoreUnavailable(new Error("down"))],
  ["error", new RangeError("too long")],
])("a fault is counted as %s, and thrown on", async (outcome, fault) => {
  engine.fault = fault;
  await expect(call("get", "k")).rejects.toBe(fault);
  expect(await counted()).toEqual([`get ${outcome} 1`]);
});

test("closing is the engine's own, and no operation", async () => {
  const close = vi.spyOn(engine as unknown as Store, "close");
  await store.close();
  expect(close).toHaveBeenCalledTimes(1);
  expect(await counted()).toEqual([]);
});
