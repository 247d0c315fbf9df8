import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import type { SellersBackend } from "./sellers-backend";

let folder: string;
let server: FaultServer;
/** The parameters that the backend of this test ignores. */
let ignores: string[] = [];

const rows = Array.from({ length: 120 }, (_, n) => ({
  id: `s${n}`,
  displayName: n % 4 === 0 ? `Łódź ${n}` : `Kraków ${n}`,
  email: `s${n}@example.pl`,
  accountEnabled: n % 3 !== 0,
  mpk: String(n),
}));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sellers-backend-"));
  server = await startFaultServer((request, response) => {
    const params = new URL(request.url ?? "", "http://x").searchParams;
    for (const name of ignores) params.delete(name);
    const isFound = ({ displayName }: { displayName: string }) =>
      !params.has("search") || displayName.startsWith(params.get("search") === "lodz" ? "Łódź" : "Kraków");
    const enabled = params.get("accountEnabled");
    const found = rows.filter((row) => isFound(row) && (!enabled || String(row.accountEnabled) === enabled));
    const size = Number(params.get("pageSize") ?? 50);
    const at = (Number(params.get("page") ?? 1) - 1) * size;
    response.end(JSON.stringify({ sellers: found.slice(at, at + size), total: found.length }));
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
// What the app noticed lasts as long as its process, so each test loads the modules anew.
beforeEach(() => vi.resetModules());
afterEach(async () => {
  await (await import("~/.server/store/open-store")).closeStore();
});

async function begin(ignored: string[], more: Record<string, string> = {}) {
  ignores = ignored;
  const store = join(folder, String(Math.random()));
  Object.assign(
    process.env,
    testEnv({ SELLERS_API_URL: server.url, STORE_URL: `lmdb:${store}`, SELLERS_SEARCH: "verified", ...more }),
  );
  const { createSellersApi } = await import("./sellers-api");
  const { registry } = await import("~/.server/metrics");
  const api = createSellersApi({ person: "p1", current: async () => "token", renewed: async () => undefined });
  const idsOf = async (filter: Pick<SellerQuery, "q" | "status">) => {
    const ids: string[] = [];
    for await (const { sellers } of api.allMatching({ ...filter, sort: "displayName" }))
      ids.push(...sellers.map(({ id }) => id));
    return ids;
  };
  const isReported = async (parameter: string) =>
    (await registry.metrics()).includes(`backend_parameter_ignored{parameter="${parameter}"} 1`);
  return { api, idsOf, isReported };
}
const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 20 };

test.each([["search"], ["accountEnabled"]])("a backend that ignores %s is filtered here", async (name) => {
  const { api, idsOf, isReported } = await begin([name]);
  expect(await isReported(name)).toBe(false);
  const filter = name === "search" ? { q: "lodz" } : { q: "", status: "inactive" as const };
  const wanted = rows.filter((row) => (name === "search" ? row.displayName.startsWith("Łódź") : !row.accountEnabled));
  expect(await idsOf(filter)).toEqual(wanted.map(({ id }) => id));
  const last = await api.list({ ...query, ...filter, page: 2 });
  expect(last).toMatchObject({ total: wanted.length, page: 2 });
  expect(last.sellers.map(({ id }) => id)).toEqual(wanted.slice(20, 40).map(({ id }) => id));
  expect(await isReported(name)).toBe(true);
});

test("SELLERS_SEARCH=backend trusts the search and nothing else", async () => {
  const { api, isReported } = await begin(["search", "accountEnabled"], { SELLERS_SEARCH: "backend" });
  expect(await api.list({ ...query, q: "lodz" })).toMatchObject({ total: 120 });
  expect(await api.list({ ...query, status: "inactive" })).toMatchObject({ total: 40 });
  expect([await isReported("search"), await isReported("accountEnabled")]).toEqual([false, true]);
});

test("a page that repeats the first one is refused", async () => {
  const { api, isReported } = await begin(["page"]);
  expect(await api.list(query)).toMatchObject({ total: 120, page: 1 });
  await expect(api.list({ ...query, page: 2 })).rejects.toMatchObject({ kind: "pageIgnored", status: 502 });
  expect(await isReported("page")).toBe(true);
});

test("a backend that heeds its parameters is believed", async () => {
  const { api, isReported } = await begin([]);
  expect(await api.list({ ...query, q: "lodz", page: 2 })).toMatchObject({ total: 30, page: 2 });
  for (const name of ["search", "accountEnabled", "page"]) expect(await isReported(name)).toBe(false);
});

test("a filter is left to the backend again after a while: one row may just have been late in its index", async () => {
  const { api } = await begin(["search"]);
  expect(await api.list({ ...query, q: "lodz" })).toMatchObject({ total: 30 });
  await api.list({ ...query, q: "lodz" });
  expect(server.seen.at(-1)?.url).not.toContain("search=");
  ignores = [];
  const passed = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11 * 60_000);
  try {
    expect(await api.list({ ...query, q: "lodz" })).toMatchObject({ total: 30 });
    expect(server.seen.at(-1)?.url).toContain("search=lodz");
  } finally {
    passed.mockRestore();
  }
});

describe("scans", () => {
  const ends: (() => void)[] = [];
  let backend: SellersBackend;
  beforeEach(async () => {
    await begin([]);
    const { SellersBackend } = await import("./sellers-backend");
    backend = new SellersBackend();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const end of ends.splice(0)) end();
    await settled();
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  let begun = 0;
  /** Looks that go on until the test is over; whatever becomes of them is theirs. */
  function look(person: string, count = 1, gone?: AbortSignal): Promise<unknown>[] {
    return Array.from({ length: count }, () =>
      backend.scans
        .run({ person, gone }, () => {
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

  test("one person looks twice at once, all together eight times, and the next one as soon as one is over", async () => {
    expect(await begunBy(() => look("a", 3))).toBe(2);
    expect(await begunBy(() => ["b", "c", "d", "e"].map((person) => look(person, 2)))).toBe(6);
    expect(
      await begunBy(() => {
        ends.shift()?.();
      }),
    ).toBe(1);
  });

  test("gives what the look gives, and its turn back when it fails", async () => {
    expect(await backend.scans.run({ person: "a" }, async () => 7)).toBe(7);
    for (let n = 0; n < 20; n += 1) {
      await expect(backend.scans.run({ person: "a" }, async () => Promise.reject(new Error("ours")))).rejects.toThrow(
        "ours",
      );
    }
  });

  test("a hundred wait for one person's turn and no more, four hundred for all", async () => {
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

  test("one waits for 25 seconds at most, and not at all once its page is gone", async () => {
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
});
