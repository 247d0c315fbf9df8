import { createRequire } from "node:module";
import { createRequestHandler } from "@remix-run/node";
import { describe, expect, it, vi } from "vitest";
import routes from "~/routes";
import { narrowRoutes, type Router } from "./route-narrowing";

type Entry = { id?: string; path?: string; index?: boolean; children?: Entry[] };

const library = createRequire(import.meta.url)("@remix-run/router") as Router;
const table = [{ id: "root", path: "", children: (await routes) as Entry[] }];
const narrow = { ...library };
narrowRoutes(narrow);

/** Addresses of every screen, with values for its parameters, and what people and attackers make of them. */
const addresses = (function of(entries: Entry[], parent: string): string[] {
  return entries.flatMap(({ path = "", children = [] }) => {
    const full = [parent, path].filter(Boolean).join("/");
    return [full, ...of(children, full)];
  });
})(table, "")
  .map((path) => `/${path.replace(/:\w+/g, "0f8b-41")}`.replace("*", "no/such.page"))
  .flatMap((path) => [
    path,
    `${path}/`,
    `${path}//`,
    path.toUpperCase(),
    `${path}/more`,
    path.slice(0, -1) || "/",
    path.replace("0f8b", "%C5%BC%2F"),
    path.replace("0f8b", "%"),
    `/${path}`,
    `${path}.data`,
  ]);

const asked = (router: Router, address: string) => {
  try {
    return router
      .matchRoutes(table, address)
      ?.map(({ route, ...rest }) => ({ ...rest, id: (route as Entry).id }) as unknown);
  } catch (error) {
    return String(error);
  }
};

describe("narrowRoutes", () => {
  it("matches every address to the routes and parameters that the router finds among all of them", () => {
    expect(addresses.length).toBeGreaterThan(500);
    for (const address of addresses) expect(asked(narrow, address), address).toEqual(asked(library, address));
  });

  it("says the same of a location, below a base, and of few routes", () => {
    const match = (router: Router) => [
      router.matchRoutes(table, { pathname: "/sellers" })?.length,
      router.matchRoutes(table, "/panel/sellers", "/panel")?.length,
      router.matchRoutes([{ path: "a" }], "/a")?.length,
    ];
    expect(match(narrow)).toEqual(match(library));
    expect(match(narrow)).toEqual([3, 3, 1]);
  });

  it("is what the framework goes by: it is handed the fitting routes alone", async () => {
    const real = library as unknown as Record<string, unknown>;
    const kept = { ...library };
    const matched = vi.fn(kept.matchRoutes);
    const made = vi.fn(kept.createStaticHandler);
    Object.assign(real, { matchRoutes: matched, createStaticHandler: made });
    try {
      narrowRoutes(library);
      const module = (index: number) => ({ loader: () => new Response(`route ${index}`) });
      const paths = Array.from({ length: 40 }, (_, index) => [
        `r${index}`,
        { id: `r${index}`, path: `p${index}`, module: module(index) },
      ]);
      const handle = createRequestHandler({
        entry: { module: { default: () => new Response() } },
        routes: Object.fromEntries(paths),
        assets: { routes: {} },
        future: { v3_singleFetch: true },
        mode: "production",
      } as never);
      expect(await (await handle(new Request("http://panel.test/p7"))).text()).toBe("route 7");
      expect(await (await handle(new Request("http://panel.test/p8?a=b"))).text()).toBe("route 8");
      expect(matched.mock.calls.map(([given]) => given.length)).toEqual([1, 1]);
      expect(made.mock.calls.map(([given]) => given.length)).toEqual([40, 1, 1]);
    } finally {
      Object.assign(real, kept);
    }
  });
});
