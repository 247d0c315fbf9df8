import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";

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
  folder = await mkdtemp(join(tmpdir(), "filter-trust-"));
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
  const { allMatching } = await import("./all-matching");
  const { registry } = await import("~/.server/metrics");
  const api = createSellersApi({ person: "p1", current: async () => "token", renewed: async () => undefined });
  const idsOf = async (filter: Pick<SellerQuery, "q" | "status">) => {
    const ids: string[] = [];
    for await (const { sellers } of allMatching(api, { ...filter, sort: "displayName" }))
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
