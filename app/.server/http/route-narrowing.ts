import { createRequire } from "node:module";

/*
 * Remix ranks all routes anew and compiles their patterns anew whenever it matches a path, three times in one request:
 * 15 % of what a page cost. Here the router is only ever handed the few routes that can match; it still ranks and matches
 * them itself, so what it says is the same (docs/decisions/0009, docs/performance.md).
 */

const require = createRequire(import.meta.url);

type Route = { path?: string; index?: boolean; children?: Route[] };
type Match = { route: unknown };
type Handler = {
  query(request: Request, ...rest: unknown[]): unknown;
  queryRoute(request: Request, ...rest: unknown[]): unknown;
};

/** What we use of `@remix-run/router`, whose exports the framework reads at each call. */
export type Router = {
  matchRoutes(routes: Route[], location: string | { pathname?: string }, basename?: string): Match[] | null;
  createStaticHandler(routes: Route[], options?: { basename?: string }): Handler;
};

/** Matching among so few is cheap; a page's rendering matches among its own routes alone (entry.server.tsx). */
const FEW = 10;

/** Addresses made of these alone mean to the router what they say; for all others it is asked about all routes. */
const PLAIN = /^(?:\/[\w.~-]+)*\/?$/;

/** The routes below which a path can match, as a tree of their own; the same tree for the same routes. */
class NarrowRoutes {
  readonly #routes: Route[];
  readonly #candidates: { route: Route; pattern: RegExp }[] = [];
  readonly #trees = new Map<string, Route[]>();

  constructor(routes: Route[]) {
    this.#routes = routes;
    this.#collect(routes, "");
  }

  #collect(routes: Route[], parentPath: string): void {
    for (const route of routes) {
      const path = [parentPath, route.path ?? ""].filter(Boolean).join("/");
      this.#collect(route.children ?? [], path);
      // A route without a path of its own only ever matches with a child (React Router's flattenRoutes).
      if (route.path !== undefined || route.index) this.#candidates.push({ route, pattern: loosePattern(path) });
    }
  }

  /** @returns undefined where nothing can be left out: the router has to look at all of them */
  at(pathname: string): Route[] | undefined {
    if (!PLAIN.test(pathname)) return undefined;
    const fitting = this.#candidates.flatMap(({ pattern }, at) => (pattern.test(pathname) ? [at] : []));
    if (fitting.length === 0) return undefined;
    const key = fitting.join();
    let tree = this.#trees.get(key);
    if (!tree) {
      tree = only(new Set(fitting.map((at) => this.#candidates[at]?.route)), this.#routes);
      this.#trees.set(key, tree);
    }
    return tree;
  }
}

/** Matches whatever the router's own pattern of that path would, and perhaps more. */
function loosePattern(path: string): RegExp {
  const source = path
    .split("/")
    .filter(Boolean)
    .map((segment) => {
      if (segment === "*") return "(?:/.*)?";
      const text = segment.startsWith(":")
        ? "/[^/]+"
        : `/${segment.replace(/\?$/, "").replace(/[\\.*+^${}|()[\]]/g, "\\$&")}`;
      return segment.endsWith("?") ? `(?:${text})?` : text;
    })
    .join("");
  return new RegExp(`^${source}/*$`, "i");
}

/** The tree with these routes and their parents alone, in its own order. */
function only(kept: Set<Route | undefined>, routes: Route[]): Route[] {
  return routes.flatMap((route) => {
    const children = only(kept, route.children ?? []);
    if (!kept.has(route) && children.length === 0) return [];
    return [route.children ? { ...route, children } : route];
  });
}

const count = (routes: Route[]): number => routes.reduce((sum, { children = [] }) => sum + 1 + count(children), 0);

/**
 * Has the router look only at routes that can match. Every module of the framework shares this one object of exports.
 * @param router the exports to narrow, where another object than that one is meant
 */
export function narrowRoutes(router: Router = require("@remix-run/router")): void {
  const { matchRoutes, createStaticHandler } = router;
  const known = new WeakMap<Route[], NarrowRoutes>();
  const narrowed = (routes: Route[], pathname: string): Route[] | undefined => {
    if (count(routes) <= FEW) return undefined;
    let narrow = known.get(routes);
    if (!narrow) {
      narrow = new NarrowRoutes(routes);
      known.set(routes, narrow);
    }
    return narrow.at(pathname);
  };

  router.matchRoutes = (routes, location, basename) => {
    const pathname = typeof location === "string" ? location : location.pathname;
    const tree = (basename ?? "/") === "/" && pathname !== undefined ? narrowed(routes, pathname) : undefined;
    return matchRoutes(tree ?? routes, location, basename);
  };

  router.createStaticHandler = (routes, options) => {
    const whole = createStaticHandler(routes, options);
    const handlers = new WeakMap<Route[], Handler>();
    const handlerOf = ({ url }: Request): Handler => {
      const tree = (options?.basename ?? "/") === "/" ? narrowed(routes, new URL(url).pathname) : undefined;
      if (!tree) return whole;
      let handler = handlers.get(tree);
      if (!handler) {
        handler = createStaticHandler(tree, options);
        handlers.set(tree, handler);
      }
      return handler;
    };
    return {
      ...whole,
      query: (request, ...rest) => handlerOf(request).query(request, ...rest),
      queryRoute: (request, ...rest) => handlerOf(request).queryRoute(request, ...rest),
    };
  };
}
