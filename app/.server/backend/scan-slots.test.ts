import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { ScanSlots } from "./scan-slots";

Object.assign(process.env, testEnv());

const ends: (() => void)[] = [];
let scans: ScanSlots;
beforeEach(() => {
  scans = new ScanSlots();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
  await settled();
});
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

let begun = 0;
/** Looks that go on until the test is over; whatever becomes of them is theirs. */
function look(person: string, count = 1, signal?: AbortSignal): Promise<unknown>[] {
  return Array.from({ length: count }, () =>
    scans
      .run({ person, signal }, () => {
        begun += 1;
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => error),
  );
}
async function begunBy(asking: () => unknown): Promise<number> {
  begun = 0;
  asking();
  await settled();
  return begun;
}

test("One person scans twice at once, and all together eight times", async () => {
  expect(await begunBy(() => look("a", 3))).toBe(2);
  expect(await begunBy(() => ["b", "c", "d", "e"].map((person) => look(person, 2)))).toBe(6);
  expect(
    await begunBy(() => {
      ends.shift()?.();
    }),
  ).toBe(1);
});

test("A scan gives its result, and releases its slot when it fails", async () => {
  expect(await scans.run({ person: "a" }, async () => 7)).toBe(7);
  for (let n = 0; n < 20; n += 1) {
    await expect(scans.run({ person: "a" }, async () => Promise.reject(new Error("ours")))).rejects.toThrow("ours");
  }
});

test("A hundred scans wait for one person's slot, four hundred for all", async () => {
  look("a", 2 + 100);
  const [refused] = look("a");
  expect(await refused).toMatchObject({ backend: "sellers", kind: "busy", cause: expect.any(Error) });
  for (const person of ["b", "c", "d"]) look(person, 2 + 100);
  const [last] = look("e");
  expect(await last).toMatchObject({ kind: "busy" });
  for (let rounds = 0; rounds < 500 && ends.length > 0; rounds += 1) {
    for (const end of ends.splice(0)) end();
    await settled();
  }
});

test("A scan waits for 25 seconds at most, and ends with its page", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  look("a", 2);
  const gone = new AbortController();
  const [left, stays, impatient] = [
    look("a", 1, gone.signal)[0],
    look("a", 1, new AbortController().signal)[0],
    look("a")[0],
  ];
  gone.abort();
  expect(await left).toMatchObject({ kind: "abandoned" });
  vi.advanceTimersByTime(24_999);
  let ended = false;
  void stays?.then(() => {
    ended = true;
  });
  await settled();
  expect(ended).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await stays).toMatchObject({ kind: "busy" });
  expect(await impatient).toMatchObject({ kind: "busy" });
});
