import { afterEach, expect, it, vi } from "vitest";
import { NoSlot } from "~/.server/fair-slots";
import { runInCheckSlot } from "./check-slots.server";

afterEach(() => vi.useRealTimers());

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Checks of files named after their person (`a1`), each running until it is ended. */
function world() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const check = (name: string) =>
    runInCheckSlot(name.slice(0, 1), async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
    }).then(
      () => "done",
      (error: unknown) => (error instanceof NoSlot ? (error.isOwnLimit ? "own" : "others") : String(error)),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { check, running, end };
}

it("Two people's files are checked at once, one of each person", async () => {
  const { check, running, end } = world();
  const all = ["a1", "a2", "b1", "c1"].map((name) => check(name));
  await settle();
  expect(running).toEqual(["a1", "b1"]);
  await end("b1");
  expect(running).toEqual(["a1", "c1"]);
  await end("a1");
  expect(running).toEqual(["c1", "a2"]);
  await end("c1");
  await end("a2");
  expect(await Promise.all(all)).toEqual(["done", "done", "done", "done"]);
});

it("A check that fails frees its slot", async () => {
  await expect(runInCheckSlot("a", () => Promise.reject(new RangeError()))).rejects.toThrow(RangeError);
  expect(await runInCheckSlot("a", async () => "next")).toBe("next");
});

it("A person's third file, a seventh waiting and a late one are refused", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { check, running, end } = world();
  const own = [check("a1"), check("a2"), check("a3")];
  expect(await own[2]).toBe("own");
  const first = check("b1");
  const waiting = ["c1", "d1", "e1", "f1", "g1"].map((name) => check(name));
  expect(await check("h1")).toBe("others");
  await vi.advanceTimersByTimeAsync(24_999);
  expect(vi.getTimerCount()).toBe(6);
  await vi.advanceTimersByTimeAsync(1);
  expect([await own[1], ...new Set(await Promise.all(waiting))]).toEqual(["own", "others"]);
  expect(running).toEqual(["a1", "b1"]);
  await end("a1");
  await end("b1");
  expect([await own[0], await first, ...running]).toEqual(["done", "done"]);
});
