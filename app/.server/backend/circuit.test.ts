import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { circuitStates } from "~/.server/metrics";
import { testEnv } from "../../../test/support/test-env";
import { BackendError, type BackendErrorKind } from "./backend-error";
import { Circuit } from "./circuit";

Object.assign(process.env, testEnv());

/** On the tests' own clock. */
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
}));

let circuit: Circuit;
beforeEach(() => {
  vi.useFakeTimers();
  circuit = new Circuit("sellers");
});
afterEach(() => vi.useRealTimers());

const error = (kind: BackendErrorKind, more: { status?: number; lostKind?: BackendErrorKind } = {}) =>
  new BackendError("sellers", kind, more);

async function endOf(call: () => Promise<unknown>): Promise<unknown> {
  return circuit.run(call).then(
    () => "ok",
    (cause) => (cause instanceof BackendError ? `${cause.kind} ${cause.status}` : cause.name),
  );
}
/** A call that fails after two and a half seconds. */
const fails = (cause: Error) => async () => {
  vi.advanceTimersByTime(2_500);
  throw cause;
};
async function fail(cause: Error, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect(await endOf(fails(cause))).not.toContain("circuitOpen");
}
/** Whether a call is let through. */
async function lets(): Promise<boolean> {
  const call = vi.fn(async () => "answer");
  await endOf(call);
  return call.mock.calls.length > 0;
}

test.each([
  ["no connection", error("unreachable"), "circuitOpen 503"],
  ["no answer in time", error("timeout"), "circuitOpen 504"],
  ["502", error("status", { status: 502 }), "circuitOpen 503"],
  ["503", error("status", { status: 503 }), "circuitOpen 503"],
  ["504", error("status", { status: 504 }), "circuitOpen 504"],
  ["a write whose answer was lost", error("outcomeUnknown", { lostKind: "unreachable" }), "circuitOpen 503"],
  ["502 to a write", error("outcomeUnknown", { lostKind: "status", status: 502 }), "circuitOpen 503"],
  [
    "a write that wasn't answered in time",
    error("outcomeUnknown", { lostKind: "timeout", status: 504 }),
    "circuitOpen 504",
  ],
])("The circuit opens after five times %s in a row", async (_name, cause, refusal) => {
  await fail(cause, 4);
  expect(await lets()).toBe(true);
  await fail(cause, 5);
  const call = vi.fn();
  expect(await endOf(call)).toBe(refusal);
  expect(call).not.toHaveBeenCalled();
});

test.each([
  ["404", error("status", { status: 404 })],
  ["409", error("status", { status: 409 })],
  ["500", error("status", { status: 500 })],
  ["nonsense", error("badBody")],
  ["a write answered with nonsense", error("outcomeUnknown", { lostKind: "badBody" })],
  ["read with a fault of the panel's own", new TypeError("no seller")],
])("A series of failures ends with a response: %s", async (_name, cause) => {
  await fail(error("unreachable"), 4);
  await fail(cause, 6);
  await fail(error("unreachable"), 4);
  expect(await lets()).toBe(true);
});

test.each<BackendErrorKind>(["abandoned", "busy"])("A call that is %s counts neither way", async (kind) => {
  await fail(error(kind), 6);
  await fail(error("unreachable"), 4);
  await fail(error(kind), 1);
  await fail(error("unreachable"), 1);
  expect(await lets()).toBe(false);
});

test("Failures open the circuit only once they last for ten seconds", async () => {
  const refused = () => endOf(() => Promise.reject(error("status", { status: 503 })));
  for (let n = 0; n < 60; n += 1) expect(await refused()).toBe("status 503");
  expect(await lets()).toBe(true);
  vi.advanceTimersByTime(20_000);
  for (let n = 0; n < 60; n += 1) expect(await refused()).toBe("status 503");
  vi.advanceTimersByTime(10_000);
  expect(await refused()).toBe("status 503");
  expect(await lets()).toBe(false);
});

test.each([
  ["count from when they began", 10_000],
  ["count although their timers are a turn early", 9_900],
])("Calls that hang side by side %s", async (_name, ms) => {
  const hanging = Array.from({ length: 5 }, () =>
    endOf(() => new Promise((_resolve, reject) => setTimeout(() => reject(error("timeout")), ms))),
  );
  await vi.advanceTimersByTimeAsync(ms);
  expect(await Promise.all(hanging)).toEqual(Array.from({ length: 5 }, () => "timeout 504"));
  expect(await lets()).toBe(false);
});

test("A trial call after a second closes the circuit by its response", async () => {
  await fail(error("unreachable"), 5);
  vi.advanceTimersByTime(900);
  expect(await lets()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(await endOf(fails(error("status", { status: 404 })))).toBe("status 404");
  await fail(error("unreachable"), 4);
  expect(await lets()).toBe(true);
});

test("A clock set back by a day doesn't keep the circuit open longer", async () => {
  await fail(error("unreachable"), 5);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(await lets()).toBe(false);
  vi.advanceTimersByTime(1_100);
  expect(await lets()).toBe(true);
});

test.each<BackendErrorKind>(["unreachable", "abandoned"])(
  "The circuit stays open for twice as long if its trial call is %s",
  async (kind) => {
    await fail(error("unreachable"), 5);
    vi.advanceTimersByTime(1_100);
    expect(await endOf(fails(error(kind)))).toBe(`${kind} 503`);
    // For twice as long now.
    vi.advanceTimersByTime(1_900);
    expect(await lets()).toBe(false);
    vi.advanceTimersByTime(200);
    expect(await lets()).toBe(true);
  },
);

test("The other calls wait up to a second for the trial call's outcome", async () => {
  await fail(error("timeout"), 5);
  vi.advanceTimersByTime(3_100);
  let answer = () => {};
  const probe = endOf(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const sent = vi.fn(async () => "answer");
  let refused: unknown;
  void endOf(sent).then((end) => {
    refused = end;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toBe("circuitOpen 504");
  expect(sent).not.toHaveBeenCalled();
  const lucky = endOf(sent);
  answer();
  expect(await probe).toBe("ok");
  expect(await lucky).toBe("ok");
  expect(vi.getTimerCount()).toBe(0);
});

test("A call begun before the circuit opened doesn't close it", async () => {
  let end = () => {};
  const older = endOf(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await fail(error("unreachable"), 5);
  vi.advanceTimersByTime(1_100);
  const trial = endOf(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
  end();
  expect(await older).toBe("ok");
  const second = vi.fn(async () => "answer");
  const refused = endOf(second);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await refused, second.mock.calls.length]).toEqual(["circuitOpen 503", 0]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await trial).toBe("ok");
  expect(await lets()).toBe(true);
});

test("A failure that isn't the backend's doesn't begin a series", async () => {
  await fail(error("busy"), 1);
  vi.advanceTimersByTime(20_000);
  for (let n = 0; n < 9; n += 1) await endOf(() => Promise.reject(error("unreachable")));
  expect(await lets()).toBe(true);
});

test("The log and the metrics record only the circuit's state changes", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const state = async () => (await circuitStates.get()).values.map(({ labels, value }) => [labels.backend, value]);
  expect(await state()).toEqual([["sellers", 0]]);
  await fail(error("unreachable"), 5);
  expect(warn.mock.calls).toEqual([[{ backend: "sellers" }, "calls to the backend are suspended"]]);
  expect(await state()).toEqual([["sellers", 1]]);
  vi.advanceTimersByTime(1_100);
  await fail(error("unreachable"), 1);
  vi.advanceTimersByTime(2_100);
  let during: unknown;
  await endOf(async () => {
    during = await state();
  });
  expect(during).toEqual([["sellers", 1]]);
  expect(await state()).toEqual([["sellers", 0]]);
  expect(warn.mock.calls.slice(1)).toEqual([[{ backend: "sellers" }, "the backend responds again"]]);
  warn.mockRestore();
});

test("The metric claims an outage that nobody meets for five minutes only", async () => {
  const state = async () => (await circuitStates.get()).values.map(({ value }) => value);
  await fail(error("unreachable"), 5);
  vi.advanceTimersByTime(299_000);
  await fail(error("unreachable"), 1);
  vi.advanceTimersByTime(299_000);
  expect(await state()).toEqual([1]);
  vi.advanceTimersByTime(1_000);
  expect(await state()).toEqual([0]);
  await fail(error("unreachable"), 1);
  expect(await state()).toEqual([1]);
});
