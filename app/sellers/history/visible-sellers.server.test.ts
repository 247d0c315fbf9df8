import { beforeEach, expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import { VisibleSellers } from "./visible-sellers.server";

let persons = 0;

/** A person nobody has asked for yet, and the sellers that the backend was asked for. */
function person(answer: (id: string) => Promise<boolean>, sub = `p${++persons}`) {
  const asked: string[] = [];
  const canSee = (id: string) => {
    asked.push(id);
    return answer(id);
  };
  const viewer = { session: { sub }, sellers: { canSee } } as unknown as ConstructorParameters<
    typeof VisibleSellers
  >[0];
  const look = async (ids: string[], most = 100) => {
    const shown = new VisibleSellers(viewer, most);
    await shown.check(ids);
    return { shown, names: ids.filter((id) => shown.has(id)) };
  };
  return { sub, asked, look };
}

const odd = async (id: string) => Number(id) % 2 === 1;
const failing = (error: BackendError) => () => Promise.reject(error);
const ids = (count: number) => Array.from({ length: count }, (_none, at) => `${at}`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  return () => vi.useRealTimers();
});

test("A person's seller is asked about once a minute, whatever the answer", async () => {
  const { look, asked, sub } = person(odd);
  expect((await look(["1", "2", "1", "3"])).names).toEqual(["1", "1", "3"]);
  expect(asked).toEqual(["1", "2", "3"]);
  vi.advanceTimersByTime(59_000);
  expect((await look(["1", "2", "3"])).names).toEqual(["1", "3"]);
  expect(asked).toHaveLength(3);
  vi.advanceTimersByTime(1_001);
  const later = person(async () => false, sub);
  expect((await later.look(["1", "2", "3"])).names).toEqual([]);
  expect(later.asked).toEqual(["1", "2", "3"]);
});

test("An answer for one person means nothing for another", async () => {
  expect((await person(odd).look(["1"])).names).toEqual(["1"]);
  const other = person(async () => false);
  expect((await other.look(["1"])).names).toEqual([]);
  expect(other.asked).toEqual(["1"]);
});

test("A page asks no more often than it may, and hides what is beyond", async () => {
  const { look, asked } = person(async () => true);
  const { shown, names } = await look(ids(50), 20);
  expect(asked).toEqual(ids(20));
  expect(names).toEqual(ids(20));
  expect([shown.isUnchecked("19"), shown.isUnchecked("20")]).toEqual([false, true]);
  await shown.check(["20"]);
  expect(asked).toHaveLength(20);
});

test("Answers are kept for 20,000 sellers, the oldest giving way", async () => {
  const { look, asked } = person(async () => true);
  await look(ids(20_001), 30_000);
  expect(asked).toHaveLength(20_001);
  await look(["20000", "1"]);
  expect(asked).toHaveLength(20_001);
  await look(["0"]);
  expect(asked).toHaveLength(20_002);
});

test.each([
  ["refuses the token", new BackendError("sellers", "unauthorized")],
  ["can't be reached", new BackendError("sellers", "unreachable")],
  ["answers 500", new BackendError("sellers", "status", { status: 500 })],
  ["makes no sense", new BackendError("sellers", "badBody")],
])("A backend that %s shows nobody until the next page asks again", async (_why, error) => {
  const { look, asked, sub } = person(failing(error));
  const { shown, names } = await look(ids(50));
  expect(names).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(8);
  expect([shown.hasBackendFailed, shown.isUnchecked("49")]).toEqual([true, false]);
  expect((await person(async () => true, sub).look(["1"])).names).toEqual(["1"]);
});

test("A slow backend shows nobody and doesn't hold the page up for good", async () => {
  const { look } = person(() => new Promise(() => {}));
  const { shown, names } = await look(ids(50));
  expect([names, shown.hasBackendFailed]).toEqual([[], true]);
});

test("A failure about one seller hides that one alone", async () => {
  const fault = new BackendError("sellers", "status", { status: 500 });
  const { look } = person((id) => (id === "3" ? Promise.reject(fault) : Promise.resolve(true)));
  const { shown, names } = await look(ids(9));
  expect(names).toEqual(ids(9).filter((id) => id !== "3"));
  expect(shown.hasBackendFailed).toBe(true);
});
