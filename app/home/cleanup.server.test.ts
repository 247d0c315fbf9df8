import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inTransaction } from "~/.server/db/database";
import { noteEvents } from "~/.server/db/seller-dates";
import { FakeBackend } from "../../test/support/fake-backend";
import { fakeList, paged, withoutParameters } from "../../test/support/fake-list";
import { fakeSeller, fakeSellers } from "../../test/support/fake-seller";
import { giveOwnDatabase } from "../../test/support/own-database";
import { countCleanup, latestCleanup, longDisabledSpan } from "./cleanup.server";

/** Whether a page waits for a person's first numbers for good, or not at all. */
const page = vi.hoisted(() => ({ isPatient: true }));
vi.mock("node:timers/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:timers/promises")>();
  const pause = async (ms: number) => (ms === 1_000 && page.isPatient ? new Promise(() => {}) : undefined);
  return { ...real, setTimeout: pause };
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
giveOwnDatabase();
let backend: FakeBackend;
/** Answers to lists that wait for this test's word. */
let held: (() => void)[] | undefined;
let people = 0;

beforeAll(async () => {
  backend = await FakeBackend.start(30);
  backend.instead = (_request, _response, answer) => (held ? held.push(answer) : answer());
  Object.assign(process.env, { SELLERS_API_URL: backend.url, HISTORY_DAYS: "400" });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 4, 10) });
  backend.sellers.reset();
  backend.calls = [];
});
afterEach(() => {
  page.isPatient = true;
  release();
  vi.useRealTimers();
});
afterAll(() => backend.close());

function release(): void {
  const answers = held ?? [];
  held = undefined;
  for (const answer of answers) answer();
}

/** The dashboard of a person whom no test knows yet. */
function newPerson() {
  people += 1;
  const sub = `person ${people}`;
  const tokens = { person: sub, current: async () => "token", renewed: async () => undefined };
  return () => latestCleanup({ session: { sub }, tokens } as unknown as Parameters<typeof latestCleanup>[0]);
}

/** What the dashboard says once nothing is being counted. */
async function settled(home: ReturnType<typeof newPerson>) {
  for (;;) {
    const seen = await home();
    if (seen.counting !== "running") return seen;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const counted = (list: ReturnType<typeof fakeList>) => countCleanup(list);

const untidy = [
  fakeSeller(1, { mpk: "007" }),
  fakeSeller(2, { mpk: "007", email: "S3@EXAMPLE.PL" }),
  fakeSeller(3, { firstName: "Ewa" }),
  fakeSeller(4, { mpk: "7", surname: "Nowak" }),
  fakeSeller(5, { mpk: "007", email: "" }),
  fakeSeller(6, { mpk: "", email: "" }),
];

const noParams = withoutParameters("search", "accountEnabled", "sort", "page", "pageSize");
test.each([
  ["pages", () => fakeList((params) => paged(untidy, params), { maxPageSize: 2 })],
  ["answers with everything", () => fakeList(() => ({ body: untidy }))],
  ["neither sorts nor counts", () => fakeList(() => ({ body: untidy }), noParams)],
])("Repeated and missing values are counted on a backend that %s", async (_how, makeList) => {
  expect(await counted(makeList())).toEqual({ at: Date.now(), sameMpk: 3, sameEmail: 2, nameless: 4, longDisabled: 0 });
});

test("An account disabled a year ago by the history counts as long disabled", async () => {
  const disabled = (days: number) => ({ disabled: Date.now() - days * DAY });
  const off = { accountEnabled: false };
  const accounts = [1, 2, 3, 4].map((n) => fakeSeller(n, n === 3 ? {} : off));
  await inTransaction(async (tx) => {
    await noteEvents(tx, "s1", disabled(366));
    await noteEvents(tx, "s2", disabled(364));
    await noteEvents(tx, "s3", disabled(380));
  });
  expect(longDisabledSpan()).toEqual({ span: "year", lastDay: "2025-05-10" });
  expect(await counted(fakeList(() => ({ body: accounts })))).toMatchObject({ longDisabled: 1 });
});

test("A count reads 20,000 sellers at most, one call at a time, and says so", async () => {
  let running = 0;
  let most = 0;
  const sellers = fakeSellers(30_000);
  const list = fakeList(async (params) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return paged(sellers, params);
  });
  expect(await counted(list)).toMatchObject({ nameless: 20_000, scannedCount: 20_000 });
  expect(list.calls.length).toBeLessThanOrEqual(41);
  expect(most).toBe(1);
  expect(await counted(fakeList((params) => paged(fakeSellers(20_000), params)))).not.toHaveProperty("scannedCount");
});

test("A count of a changing list says how many sellers were read", async () => {
  const list = fakeList((params) => ({ body: { ...(paged(untidy, params).body as object), total: 9 } }));
  expect(await counted(list)).toMatchObject({ nameless: 4, scannedCount: 6 });
});

test("Numbers are counted once in five minutes, for each person anew", async () => {
  const home = newPerson();
  const first = await home();
  expect(first).toEqual({
    counts: { at: Date.now(), sameMpk: 0, sameEmail: 0, nameless: expect.any(Number), longDisabled: 0 },
  });
  expect(backend.calls).toHaveLength(1);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(await home()).toEqual(first);
  expect(backend.calls).toHaveLength(1);
  await newPerson()();
  expect(backend.calls).toHaveLength(2);
  vi.advanceTimersByTime(MINUTE);
  expect(await home()).toEqual({ ...first, counting: "running" });
  expect(await settled(home)).toMatchObject({ counts: { at: Date.now() } });
  expect(backend.calls).toHaveLength(3);
});

test("The page doesn't wait for a long count, and no second one starts", async () => {
  page.isPatient = false;
  held = [];
  const [home, others] = [newPerson(), newPerson()];
  expect(await Promise.all([home(), home(), others()])).toEqual(Array(3).fill({ counts: null, counting: "running" }));
  await vi.waitFor(() => expect(backend.calls).toHaveLength(1), 60_000);
  release();
  expect((await settled(others)).counts).not.toBeNull();
  expect((await home()).counts).not.toBeNull();
  expect(backend.calls).toHaveLength(2);
});

test("The last numbers stay while the backend fails", async () => {
  const [home, newcomer] = [newPerson(), newPerson()];
  const { counts } = await home();
  vi.advanceTimersByTime(60 * MINUTE);
  const { instead } = backend;
  backend.instead = (_request, response) => response.writeHead(500).end();
  try {
    expect(await settled(home)).toEqual({ counts, counting: "failed" });
    expect(await settled(newcomer)).toEqual({ counts: null, counting: "failed" });
    const { length } = backend.calls;
    vi.advanceTimersByTime(MINUTE - 1);
    expect(await home()).toEqual({ counts, counting: "failed" });
    expect(backend.calls).toHaveLength(length);
  } finally {
    backend.instead = instead;
  }
  vi.advanceTimersByTime(1);
  expect(await settled(home)).toMatchObject({ counts: { at: Date.now() } });
});
