import { beforeEach, expect, test, vi } from "vitest";
import { storeOperations } from "~/.server/metrics";
import { giveOwnStore } from "../../../test/support/own-store";
import { store, timedStore, wholeLog } from "./open-store";
import { type Store, StoreFull, StoreUnavailable } from "./store";

/** An engine whose operations need it itself, and tell what they were given. */
class Engine {
  fault: unknown;
  async told(...given: unknown[]): Promise<unknown> {
    if (this.fault) throw this.fault;
    return given;
  }
}
const operations = [
  ...["get", "getMany", "put", "putIfAbsent", "updateIfPresent", "replaceIfEquals", "extend", "delete"],
  ...["deleteIfEquals", "append", "readLog", "removeFromLog", "ping", "close"],
] as (keyof Store)[];
for (const name of operations) Object.assign(Engine.prototype, { [name]: Engine.prototype.told });

let engine: Engine;
let timed: Store;
beforeEach(() => {
  storeOperations.reset();
  engine = new Engine();
  timed = timedStore(engine as unknown as Store);
});
const isMeasured = (operation: string) => operation !== "close";
const call = (name: keyof Store, ...given: unknown[]) =>
  (timed[name] as (...all: unknown[]) => Promise<unknown>)(...given);

/** How many there are of each operation and outcome. */
async function counts(): Promise<string[]> {
  const { values } = await storeOperations.get();
  return values.flatMap(({ metricName, labels, value }) =>
    metricName?.endsWith("_count") ? `${labels.operation} ${labels.outcome} ${value}` : [],
  );
}
/** What was counted since the test began. */
const counted = async () => (await counts()).filter((line) => !line.endsWith(" 0"));

test("the counter of full stores starts at 0, so that an alert sees the first one", async () => {
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
])("an error is counted as %s and rethrown", async (outcome, fault) => {
  engine.fault = fault;
  await expect(call("get", "k")).rejects.toBe(fault);
  expect(await counted()).toEqual([`get ${outcome} 1`]);
});

test("closing isn't counted as an operation", async () => {
  const close = vi.spyOn(engine as unknown as Store, "close");
  await timed.close();
  expect(close).toHaveBeenCalledTimes(1);
  expect(await counted()).toEqual([]);
});

giveOwnStore();

async function valuesOf(log: string, from?: number): Promise<string[]> {
  const values: string[] = [];
  for await (const { value } of wholeLog(log, from)) values.push(value);
  return values;
}

test.each([0, 1, 499, 500, 501, 1_000, 1_001])(
  "a log of %d entries is read to its end, newest first",
  async (count) => {
    const logs = await store();
    const values = Array.from({ length: count }, (_none, at) => String(at));
    await Promise.all(values.map((value) => logs.append(`of-${count}`, value, 60)));
    expect(await valuesOf(`of-${count}`)).toEqual(values.reverse());
    expect(await valuesOf(`of-${count}`, Date.now() + 60_000)).toEqual([]);
  },
);

test("entries may be deleted while a log is read", async () => {
  const logs = await store();
  await Promise.all(Array.from({ length: 1_001 }, (_none, at) => logs.append("going", String(at), 60)));
  let read = 0;
  for await (const { id } of wholeLog("going")) {
    await logs.removeFromLog("going", id);
    read += 1;
  }
  expect([read, await valuesOf("going")]).toEqual([1_001, []]);
});
