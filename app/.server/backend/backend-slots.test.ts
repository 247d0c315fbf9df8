import { expect, it, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { createBackendSlots } from "./backend-slots";

it("The calls of all persons that wait for a backend have a bound", async () => {
  Object.assign(process.env, testEnv({ BACKEND_CONCURRENCY: "12" }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const slots = createBackendSlots();
  const take = (person: string) => slots.take(person, undefined, 1_000).catch((error: Error) => error.message);
  const calls = Array.from({ length: 12 + 12 * 16 + 1 }, (_none, at) => take(`person ${at}`));
  await vi.advanceTimersByTimeAsync(1_000);
  const ends = await Promise.all(calls);
  expect(ends.filter((end) => end === "No slot in 1000 ms")).toHaveLength(12 * 16);
  expect(ends.at(-1)).toBe("Too many wait already");
});
