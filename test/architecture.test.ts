import { expect, it } from "vitest";
import { appSources, readSource } from "./support/app-sources";
import {
  arrowsGoDown,
  domainIsPure,
  environmentReadOnce,
  groundKnowsNoFeature,
  modulesAreSmall,
  namesOccurOnce,
  noCircle,
  type Rule,
  type SourceFile,
  serverCodeSaysSo,
} from "./support/import-rules";

const sources = appSources();

/** A file as the rules see it: each import by its path, types marked by a leading `type `. */
const file = (path: string, ...imports: string[]): SourceFile => ({
  file: path,
  imports: imports.map((to) => ({ to: to.replace(/^type /, ""), typeOnly: to.startsWith("type ") })),
});

const rules: [title: string, rule: Rule, violation: SourceFile[]][] = [
  [
    "Arrows go down: features, then auth, layouts and ui, then .server, then the domain and i18n",
    arrowsGoDown,
    [file("app/auth/access.server.ts", "type app/sellers/jobs/job-store.server.ts")],
  ],
  [
    "Nothing in .server/ imports a feature or auth/",
    groundKnowsNoFeature,
    [file("app/.server/http/edge.ts", "app/auth/access.server.ts")],
  ],
  [
    "No part of the app needs itself by way of others",
    noCircle,
    [
      file("app/sellers/list/a.ts", "app/sellers/jobs/a.ts"),
      file("app/sellers/jobs/b.ts", "app/sellers/write/a.ts"),
      file("app/sellers/write/b.ts", "type app/sellers/list/b.ts"),
    ],
  ],
  [
    "The domain imports no framework, no Node builtin and no upper layer",
    domainIsPure,
    [file("app/domain/seller.ts", "react")],
  ],
  [
    "The environment's variables are read by .server/env.ts alone",
    environmentReadOnce,
    [{ ...file("app/.server/db/engine.ts", "libsql"), readsVariables: true }],
  ],
  [
    "What only a server can run is *.server.ts, lies in .server/ or is a route module",
    serverCodeSaysSo,
    [file("app/sellers/list/use-selection.ts", "node:crypto")],
  ],
  ["A file's name occurs once", namesOccurOnce, [file("app/ui/deferred.tsx"), file("app/.server/http/deferred.ts")]],
  [
    "A route module has 150 lines at most, the list of tables 300, any other 260",
    modulesAreSmall,
    [{ ...file("app/home/home.route.tsx"), lines: 151 }],
  ],
];

it.each(rules)("%s", (_title, rule, violation) => {
  expect(sources.length).toBeGreaterThan(200);
  expect(rule(sources)).toEqual([]);
  expect(rule(violation)).toHaveLength(1);
});

const seen = (text: string) => readSource("app/home/made-up.tsx", text, (_, specifier) => specifier);

it("A source's imports are named with whether they run", () => {
  const { imports } = seen(`
    import { a } from "./a";
    import type { B } from "./b";
    import "./d.css";
    export { e } from "./e";
    export type { F } from "./f";
    const g = () => import("./g");
    type H = import("./h").H;
  `);
  expect(imports).toEqual([
    { to: "./a", typeOnly: false },
    { to: "./b", typeOnly: true },
    { to: "./d.css", typeOnly: false },
    { to: "./e", typeOnly: false },
    { to: "./f", typeOnly: true },
    { to: "./g", typeOnly: false },
    { to: "./h", typeOnly: true },
  ]);
});

it.each([
  ["process?.env", true],
  ["globalThis.process.env.A", true],
  ['process["env"]', true],
  ["f(process)", true],
  ["process.exit(0)", false],
])("The source %s reads variables of the environment: %s", (text, reads) => {
  expect(seen(`export const a = ${text};`).readsVariables).toBe(reads);
});

it("A library's style sheet is imported only once", () => {
  const asked = sources.flatMap(({ imports }) => imports.map(({ to }) => to)).filter((to) => /^@.+\.css$/.test(to));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((to, at) => asked.indexOf(to) !== at)).toEqual([]);
});
