import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { FairSlots, NoSlot } from "./fair-slots";

const wide = { maxRunning: 4, maxRunningPerPerson: 2, maxWaiting: 100, maxWaitingPerPerson: 50 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Each asks for a slot under a name whose first letter is the person; `ends` gives it back. */
function world(limits = wide) {
  const slots = new FairSlots(limits);
  const entered: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal = new AbortController().signal) =>
    slots.take(name.slice(0, 1), signal).then(
      (end) => {
        entered.push(name);
        ends.set(name, end);
        return "in";
      },
      (error: unknown) => (error instanceof NoSlot ? "full" : "gave up"),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { ask, end, entered };
}

test("Each person has a fixed share, and others don't wait for it", async () => {
  const { ask, end, entered } = world();
  for (let at = 0; at < 40; at += 1) void ask(`a${at}`);
  await settled();
  expect(entered).toEqual(["a0", "a1"]);
  await Promise.all([ask("b0"), ask("c0")]);
  expect(entered).toEqual(["a0", "a1", "b0", "c0"]);
  await end("b0");
  await end("c0");
  expect(entered).toHaveLength(4);
});

test("A free slot goes to whoever has the fewest, in turn", async () => {
  const { ask, end, entered } = world({ ...wide, maxRunning: 2 });
  for (const name of ["a0", "a1", "a2", "a3", "b0", "b1", "c0"]) void ask(name);
  await settled();
  expect(entered).toEqual(["a0", "a1"]);
  for (const name of ["a0", "a1", "b0", "a2", "c0", "b1"]) await end(name);
  expect(entered.slice(2)).toEqual(["b0", "a2", "c0", "b1", "a3"]);
});

test("A slot isn't lost by a caller that gives up", async () => {
  const { ask, end, entered } = world({ ...wide, maxRunning: 1 });
  const leaving = new AbortController();
  void ask("a0");
  const gone = ask("a1", leaving.signal);
  void ask("b0");
  void ask("b1");
  await settled();
  leaving.abort();
  expect(await gone).toBe("gave up");
  expect(await ask("a2", leaving.signal)).toBe("gave up");
  await end("a0");
  expect(entered).toEqual(["a0", "b0"]);
  await end("b0");
  expect(entered).toEqual(["a0", "b0", "b1"]);
  await end("b1");
  expect(await ask("c0")).toBe("in");
});

test("A call is refused if too many wait, for its person or in all", async () => {
  const { ask } = world({ maxRunning: 1, maxRunningPerPerson: 1, maxWaiting: 3, maxWaitingPerPerson: 2 });
  void ask("a0");
  void ask("a1");
  void ask("a2");
  expect(await ask("a3")).toBe("full");
  void ask("b0");
  expect(await ask("c0")).toBe("full");
});

test("A wait ends in time even after garbage collection", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const slots = new FairSlots({ maxRunning: 1, maxRunningPerPerson: 1, maxWaiting: 3, maxWaitingPerPerson: 3 });
  const release = await slots.take("a");
  const gone = new AbortController();
  const waits = Array.from({ length: 3 }, () => slots.take("a", gone.signal, 80).catch((error: unknown) => error));
  await settled();
  collect();
  for (const waited of await Promise.all(waits)) expect(waited).toBeInstanceOf(NoSlot);
  const next = slots.take("a", gone.signal, 60_000);
  release();
  expect(await next).toBeTypeOf("function");
});
