import { builtinModules } from "node:module";
import { posix } from "node:path";

/** One import of a file of `app/`. */
export type Import = {
  /**
   * A path of the repository (`app/domain/seller.ts`) for a file of ours, else the package's
   * specifier.
   */
  to: string;
  /** Whether only types are taken, so that nothing of it runs. */
  typeOnly: boolean;
};

/** A file of `app/` as the rules see it. */
export type SourceFile = {
  /** From the repository's root, with slashes: `app/home/home.route.tsx`. */
  file: string;
  lines?: number;
  imports: Import[];
  /** Whether it speaks of `process` or `import.meta.env`. */
  readsEnvironment?: boolean;
  /**
   * Whether it takes `env` from `process`, or hands `process` on to where nobody sees what is taken
   * from it.
   */
  readsVariables?: boolean;
};

/** Each rule gives one line per violation, and none when all is well. */
export type Rule = (files: SourceFile[]) => string[];

/** The rank of what may import what: an import goes to the same rank or a lower one. */
const RANK = { domain: 0, ground: 1, shared: 2, feature: 3, entry: 4 } as const;

const SHARED = ["auth", "layouts", "keyboard", "ui"];
const FRAMEWORK_NAMES = new Set(["index", "root", "entry", "routes"]);
const DOMAIN_PACKAGES = new Set(["zod"]);
const NODE_BUILTINS = new Set(builtinModules);

const inApp = (path: string) => path.startsWith("app/");
/** Plain data that every layer may read. */
const TABLES = new Set(["route-table.ts", "cookie-names.ts"]);
const isDomain = (path: string) => /^app\/domain\/[^/]+$/.test(path);
const isBuiltin = (specifier: string) => specifier.startsWith("node:") || NODE_BUILTINS.has(specifier);
const isOfServer = (path: string) => path.startsWith("app/.server/") || /\.server\.tsx?$/.test(path);
const isRouteModule = (path: string) => /\.route\.tsx?$|^app\/layouts\/[^/]+\.tsx$|^app\/root\.tsx$/.test(path);
/**
 * A module's name without what marks its kind; a route module is called after its screen, so its
 * role belongs to it.
 */
const nameOf = (path: string) => posix.basename(path).replace(/(?:\.server|\.client)?\.tsx?$/, "");

/**
 * The part of the app that a file belongs to, among which arrows are counted; a file of `app/`
 * itself stands for itself.
 */
function partOf(file: string): string {
  const [, top = "", second = ""] = file.split("/");
  const depth = file.split("/").length;
  if (depth === 2) return top;
  const inside = depth > 3;
  if (top === "sellers" && inside) return `sellers/${second}`;
  if (top === ".server") return inside ? `.server/${second}` : ".server";
  if (top === "layouts" && second === "shell") return "layouts/shell";
  return top;
}

function rankOf(file: string): number {
  const part = partOf(file);
  if (/^(?:root|entry|routes)\b/.test(part)) return RANK.entry;
  if (TABLES.has(part) || part === "i18n" || isDomain(file)) return RANK.domain;
  if (part.startsWith(".server")) return RANK.ground;
  return SHARED.includes(part.split("/")[0] ?? "") ? RANK.shared : RANK.feature;
}

const eachImport = (files: SourceFile[], judge: (file: string, taken: Import) => boolean): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((taken) => judge(file, taken)).map((taken) => `${file} imports ${taken.to}`),
  );

/**
 * Features stand on `auth/`, `layouts/`, `keyboard/` and `ui/`, those on `.server/`, that on the
 * domain and `i18n/`.
 */
export const arrowsGoDown: Rule = (files) =>
  eachImport(files, (file, { to }) => inApp(to) && rankOf(to) > rankOf(file));

/** `.server/` knows neither a feature nor sign-in. */
export const groundKnowsNoFeature: Rule = (files) =>
  eachImport(files, (file, { to }) => file.startsWith("app/.server/") && inApp(to) && rankOf(to) > RANK.ground);

/**
 * The domain runs anywhere: no React, no Remix, no Node, no environment, nothing that stands above
 * it.
 */
export const domainIsPure: Rule = (files) => {
  const domain = files.filter(({ file }) => isDomain(file));
  const foreign = eachImport(domain, (_, { to, typeOnly }) => {
    if (isDomain(to)) return false;
    if (to.startsWith("app/i18n/")) return !typeOnly && !/^app\/i18n\/(?:locales|format)\.ts$/.test(to);
    return !DOMAIN_PACKAGES.has(to);
  });
  const environment = domain.filter(({ readsEnvironment }) => readsEnvironment);
  return [...foreign, ...environment.map(({ file }) => `${file} reads the environment`)];
};

/**
 * The configuration is read and checked at one place; `process` itself may be asked for anything
 * but its variables.
 */
export const environmentReadOnce: Rule = (files) => {
  const others = files.filter(({ file }) => file !== "app/.server/env.ts");
  const variables = others.filter(({ readsVariables }) => readsVariables);
  return [
    ...eachImport(others, (_, { to }) => to === "node:process" || to === "process"),
    ...variables.map(({ file }) => `${file} reads the environment's variables`),
  ];
};

/**
 * What a server alone can run says so by its name or place; the build then keeps it out of the
 * browser.
 */
export const serverCodeSaysSo: Rule = (files) =>
  eachImport(
    files.filter(({ file }) => !isOfServer(file) && !isRouteModule(file)),
    (_, { to, typeOnly }) => !typeOnly && (isBuiltin(to) || isOfServer(to)),
  ).filter((line) => !line.startsWith("app/entry.server.tsx "));

/**
 * Whoever looks for a file by its name finds one: a name is shared only by a module and what stands
 * beside it.
 */
export const namesOccurOnce: Rule = (files) => {
  const places = new Map<string, Set<string>>();
  for (const { file } of files) {
    const name = nameOf(file);
    if (FRAMEWORK_NAMES.has(name) || /^app\/i18n\/[^/]+\//.test(file)) continue;
    places.set(name, (places.get(name) ?? new Set()).add(posix.dirname(file)));
  }
  return [...places]
    .filter(([, folders]) => folders.size > 1)
    .map(([name, folders]) => `${name} stands in ${[...folders].sort().join(" and ")}`);
};

/** What does more than one thing shows it by its length. */
/** A list without code, which must stay in one file. */
const SCHEMA = "app/.server/db/schema.ts";

export const modulesAreSmall: Rule = (files) =>
  files.flatMap(({ file, lines = 0 }) => {
    const most = isRouteModule(file) ? 150 : file === SCHEMA ? 300 : 260;
    return lines > most ? [`${file} has ${lines} lines, more than ${most}`] : [];
  });

/**
 * No part of the app needs itself by way of others. Types count: who reads one part has to read the
 * other.
 */
export const noCircle: Rule = (files) => {
  const arrows = new Map<string, Map<string, string>>();
  for (const { file, imports } of files) {
    const from = partOf(file);
    for (const { to } of imports) {
      if (!inApp(to) || partOf(to) === from) continue;
      const out = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, out.set(partOf(to), `${file} → ${to}`));
    }
  }
  return circlesOf(arrows);
};

/** One line per set of parts that all reach each other, with the imports that tie them. */
function circlesOf(arrows: Map<string, Map<string, string>>): string[] {
  const reachable = (from: string) => {
    const seen = new Set<string>();
    const open = [from];
    // An array's iterator goes on over what is added while it runs.
    for (const part of open) {
      for (const next of arrows.get(part)?.keys() ?? []) {
        if (!seen.has(next)) open.push(next);
        seen.add(next);
      }
    }
    return seen;
  };
  const reach = new Map([...arrows.keys()].map((part) => [part, reachable(part)]));
  const told = new Set<string>();
  return [...reach].flatMap(([part, seen]) => {
    if (!seen.has(part) || told.has(part)) return [];
    const circle = [...seen].filter((other) => reach.get(other)?.has(part));
    for (const other of circle) told.add(other);
    const ties = circle.flatMap((from) => circle.flatMap((to) => arrows.get(from)?.get(to) ?? []));
    return [`${circle.sort().join(", ")}: ${ties.join("; ")}`];
  });
}
