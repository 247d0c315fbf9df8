import { afterEach, expect, it, vi } from "vitest";
import { CheckTurns, NoTurn } from "./check-turns.server";

afterEach(() => vi.useRealTimers());

/** Runs that end when they are told to. */
function world() {
  const turns = new CheckTurns();
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string, bytes = 1) =>
    turns
      .take(name.slice(0, 1), bytes, async () => {
        running.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        running.splice(running.indexOf(name), 1);
      })
      .then(
        () => "done",
        (error: unknown) => (error instanceof NoTurn ? error.because : String(error)),
      );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { take, running, end, settle, turns };
}

it("lets two people in at once, one file each, the others in turn", async () => {
  const { take, running, end } = world();
  const all = ["a1", "a2", "b1", "c1"].map((name) => take(name));
  expect(running).toEqual(["a1", "b1"]);
  await end("b1");
  expect(running).toEqual(["a1", "c1"]);
  await end("a1");
  expect(running).toEqual(["c1", "a2"]);
  await end("c1");
  await end("a2");
  expect(await Promise.all(all)).toEqual(["done", "done", "done", "done"]);
});

it("says of each file, to its person alone, whether it waits or is being checked", async () => {
  const { take, end, turns } = world();
  const all = [take("a1", 10), take("a2", 20), take("b1", 10), take("c1", 10)];
  expect([turns.stateOf("a", 10), turns.stateOf("a", 20)]).toEqual(["checking", "waiting"]);
  expect([turns.stateOf("b", 10), turns.stateOf("b", 20), turns.stateOf("c", 10)]).toEqual([
    "checking",
    null,
    "waiting",
  ]);
  await end("a1");
  expect([turns.stateOf("a", 10), turns.stateOf("a", 20), turns.stateOf("c", 10)]).toEqual([
    null,
    "checking",
    "waiting",
  ]);
  for (const name of ["a2", "b1", "c1"]) await end(name);
  await Promise.all(all);
  expect(turns.stateOf("c", 10)).toBeNull();
});

it("gives the place on when a check fails", async () => {
  const turns = new CheckTurns();
  await expect(turns.take("a", 1, () => Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
  expect(await turns.take("a", 1, async () => "next")).toBe("next");
});

it("refuses a person's third file, and whoever comes to a full line or waits too long", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { take, running, end } = world();
  const first = [take("a1"), take("a2"), take("a3")];
  expect(await first[2]).toBe("own");
  take("b1");
  expect(await take("c1", 65 * 1024 * 1024)).toBe("others");
  const waiting = Array.from({ length: 19 }, (_none, at) => take(String.fromCharCode(100 + at)));
  expect(await take("Z1")).toBe("others");
  await vi.advanceTimersByTimeAsync(24_999);
  expect(vi.getTimerCount()).toBe(20);
  await vi.advanceTimersByTimeAsync(1);
  expect([await first[1], ...new Set(await Promise.all(waiting))]).toEqual(["own", "others"]);
  expect(running).toEqual(["a1", "b1"]);
  await end("a1");
  await end("b1");
  expect(running).toEqual([]);
});
