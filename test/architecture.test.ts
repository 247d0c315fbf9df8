import { describe, expect, it } from "vitest";
import { screens } from "~/route-table";
import { appSources, readSource } from "./support/app-sources";
import {
  arrowsGoDown,
  domainIsPure,
  environmentReadOnce,
  groundKnowsNoFeature,
  modulesAreSmall,
  namesOccurOnce,
  noCircle,
  oneWayIn,
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

/** A route module whose loader and action were made by these; "" for a plain function. */
const route = (handlers: Record<string, string>, ...imports: string[]): SourceFile => ({
  ...file("app/home/home.route.tsx", ...imports),
  handlers,
});

const guarded = screens.filter(({ access }) => access === "franchisee").map((screen) => `app/${screen.file}`);

const rules: [title: string, rule: Rule, violations: SourceFile[][], allowed: SourceFile[]][] = [
  [
    "arrows go down: features, then auth, layouts and ui, then .server, then the domain and i18n",
    arrowsGoDown,
    [
      [file("app/ui/button.tsx", "app/home/home.route.tsx")],
      [file("app/auth/access.server.ts", "type app/sellers/jobs/job-store.server.ts")],
      [file("app/layouts/default.tsx", "app/profile/preferences.server.ts")],
      [file("app/i18n/format.ts", "app/ui/index.ts")],
      [file("app/home/home.route.tsx", "app/root.tsx")],
    ],
    [
      file("app/home/home.route.tsx", "app/auth/for-franchisee.server.ts", "app/sellers/history/history-list.tsx"),
      file("app/auth/sign-out/logout.route.tsx", "app/layouts/shell/statement.tsx"),
      file("app/.server/backend/sellers-api.ts", "app/domain/seller.ts", "app/i18n/locales.ts"),
    ],
  ],
  [
    "nothing in .server/ imports a feature or auth/",
    groundKnowsNoFeature,
    [
      [file("app/.server/http/edge.ts", "app/auth/access.server.ts")],
      [file("app/.server/db/errors.ts", "type app/sellers/jobs/job.ts")],
      [file("app/.server/log.ts", "app/ui/index.ts")],
    ],
    [
      file(
        "app/.server/http/edge.ts",
        "app/.server/log.ts",
        "app/route-table.ts",
        "app/cookie-names.ts",
        "app/domain/seller.ts",
        "node:http",
      ),
    ],
  ],
  [
    "no part of the app needs itself by way of others",
    noCircle,
    [
      [file("app/home/a.tsx", "app/profile/b.tsx"), file("app/profile/c.tsx", "type app/home/d.tsx")],
      [
        file("app/sellers/list/a.ts", "app/sellers/jobs/a.ts"),
        file("app/sellers/jobs/b.ts", "app/sellers/write/a.ts"),
        file("app/sellers/write/b.ts", "app/sellers/list/b.ts"),
      ],
      [file("app/.server/log.ts", "app/.server/http/edge.ts"), file("app/.server/http/edge.ts", "app/.server/log.ts")],
      [file("app/layouts/a.tsx", "app/layouts/shell/b.tsx"), file("app/layouts/shell/c.tsx", "app/layouts/d.tsx")],
    ],
    [
      file("app/auth/session/a.ts", "app/auth/sign-in/b.ts"),
      file("app/auth/sign-in/b.ts", "app/auth/session/a.ts"),
      file("app/sellers/list/a.ts", "app/domain/seller.ts", "app/sellers/jobs/a.ts"),
    ],
  ],
  [
    "the domain imports no React, Remix, router, Node builtin or upper layer, and reads no environment",
    domainIsPure,
    [
      [file("app/domain/seller.ts", "react")],
      [file("app/domain/query.ts", "@remix-run/react")],
      [file("app/domain/undo.ts", "node:crypto")],
      [file("app/domain/preferences.ts", "crypto")],
      [file("app/domain/is-franchisee.ts", "type app/auth/access.server.ts")],
      [file("app/domain/file-columns.ts", "app/i18n/use-t.ts")],
      [file("app/domain/file-columns.ts", "app/sellers/list/list-href.ts")],
      [{ ...file("app/domain/seller-schema.ts", "zod"), readsEnvironment: true }],
    ],
    [
      file("app/domain/seller-schema.ts", "zod", "type app/i18n/catalogues.ts", "app/domain/preferences.ts"),
      file("app/sellers/list/list.route.tsx", "react", "@remix-run/react"),
    ],
  ],
  [
    "the environment's variables are read by .server/env.ts alone",
    environmentReadOnce,
    [
      [{ ...file("app/.server/db/engine.ts", "libsql"), readsVariables: true }],
      [file("app/ops/start-server.server.ts", "node:process")],
      [file("app/auth/timing.ts", "process")],
    ],
    [
      { ...file("app/.server/env.ts", "node:fs"), readsEnvironment: true, readsVariables: true },
      { ...file("app/.server/http/drain.ts", "node:http"), readsEnvironment: true, readsVariables: false },
    ],
  ],
  [
    "what only a server can run is *.server.ts, lies in .server/ or is a route module",
    serverCodeSaysSo,
    [
      [file("app/sellers/list/use-selection.ts", "node:crypto")],
      [file("app/home/attention.tsx", "app/.server/env.ts")],
      [file("app/ui/avatar.tsx", "app/profile/preferences.server.ts")],
      [file("app/entry.client.tsx", "app/.server/log.ts")],
    ],
    [
      file("app/home/attention.tsx", "type app/home/home-blocks.server.ts"),
      file("app/home/home.route.tsx", "app/home/home-blocks.server.ts", "node:crypto"),
      file("app/layouts/default.tsx", "app/auth/for-franchisee.server.ts"),
      file("app/entry.server.tsx", "app/.server/log.ts"),
    ],
  ],
  [
    "forFranchisee makes each loader and action that isn't public",
    oneWayIn(guarded),
    [
      [route({ loader: "" }, "app/auth/for-franchisee.server.ts")],
      [route({ loader: "forFranchisee", action: "" }, "app/auth/for-franchisee.server.ts")],
      [route({ loader: "forAnybody" }, "app/auth/for-franchisee.server.ts")],
      [route({ loader: "noAction" }, "app/auth/for-franchisee.server.ts")],
      [route({ action: "forFranchisee" }, "app/auth/for-franchisee.server.ts")],
      [route({ loader: "forFranchisee" }, "app/home/for-franchisee.ts")],
    ],
    [
      { ...file("app/errors/code.route.tsx"), handlers: { loader: "" } },
      {
        ...file("app/sellers/list/list.route.tsx", "app/auth/for-franchisee.server.ts"),
        handlers: { loader: "forFranchisee", action: "forFranchisee" },
      },
      {
        ...file("app/help/help.route.tsx", "app/auth/for-franchisee.server.ts"),
        handlers: { loader: "forFranchisee", action: "noAction" },
      },
    ],
  ],
  [
    "a file's name occurs once",
    namesOccurOnce,
    [
      [file("app/ui/deferred.tsx"), file("app/.server/http/deferred.ts")],
      [file("app/domain/preferences.ts"), file("app/profile/preferences.server.ts")],
      [file("app/sellers/history/history.route.tsx"), file("app/ops/history.route.ts")],
    ],
    [
      file("app/home/seller-counts.tsx"),
      file("app/home/seller-counts.server.ts"),
      file("app/.server/metrics.ts"),
      file("app/ops/metrics.route.ts"),
      file("app/i18n/pl/home.ts"),
      file("app/i18n/en-US/home.ts"),
      file("app/ui/index.ts"),
      file("app/i18n/pl/index.ts"),
    ],
  ],
  [
    "a route module has 150 lines at most, the list of tables 300, any other 260",
    modulesAreSmall,
    [
      [{ ...file("app/home/home.route.tsx"), lines: 151 }],
      [{ ...file("app/layouts/default.tsx"), lines: 151 }],
      [{ ...file("app/.server/db/engine.ts"), lines: 261 }],
      [{ ...file("app/.server/db/schema.ts"), lines: 301 }],
    ],
    [
      { ...file("app/errors/report.route.ts"), lines: 150 },
      { ...file("app/sellers/jobs/job-page.tsx"), lines: 260 },
    ],
  ],
];

describe.each(rules)("%s", (_title, rule, violations, allowed) => {
  it("The app's sources follow the rule", () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(rule(sources)).toEqual([]);
  });

  it("A violation of the rule is found", () => {
    for (const violation of violations) expect(rule([...allowed, ...violation]), violation[0]?.file).toHaveLength(1);
  });

  it("The rule forbids nothing else", () => {
    expect(rule(allowed)).toEqual([]);
  });
});

describe("A source as the rules see it", () => {
  const seen = (text: string) => readSource("app/home/made-up.tsx", text, (_, specifier) => specifier);

  it("A source's imports are named with whether they run", () => {
    const { imports } = seen(`
      import { a } from "./a";
      import type { B } from "./b";
      import { type C } from "./c";
      import "./d.css";
      export { e } from "./e";
      export type { F } from "./f";
      const g = () => import("./g");
      type H = import("./h").H;
    `);
    expect(imports).toEqual([
      { to: "./a", typeOnly: false },
      { to: "./b", typeOnly: true },
      { to: "./c", typeOnly: false },
      { to: "./d.css", typeOnly: false },
      { to: "./e", typeOnly: false },
      { to: "./f", typeOnly: true },
      { to: "./g", typeOnly: false },
      { to: "./h", typeOnly: true },
    ]);
  });

  it("A source's loader and action are named, however they are exported", () => {
    expect(seen("export const loader = forFranchisee(async () => null);").handlers).toEqual({
      loader: "forFranchisee",
    });
    expect(seen("export async function action() {}").handlers).toEqual({ action: "" });
    expect(seen('export { loader } from "./other";').handlers).toEqual({ loader: "" });
    expect(seen("const action = forFranchisee(f);\nexport { action };").handlers).toEqual({ action: "" });
    expect(seen("export const handle = forFranchisee(f);\nconst loader = f();").handlers).toEqual({});
  });

  it("A source has as many lines as an editor counts", () => {
    expect(seen("export const a = 1;\nexport const b = 2;\n").lines).toBe(2);
  });

  it("A source that reads the environment is recognised", () => {
    expect(seen("export const a = process.env.A;").readsEnvironment).toBe(true);
    expect(seen("export const a = import.meta.env.DEV;").readsEnvironment).toBe(true);
    expect(seen("export const a = <p>process</p>;").readsEnvironment).toBe(false);
  });

  it.each([
    ["process.env.A", true],
    ["process?.env", true],
    ["globalThis.process.env.A", true],
    ['process["env"]', true],
    ["f(process)", true],
    ["({ env: process }).env", true],
    ["process.exit(0)", false],
    ["globalThis.process.pid", false],
    ["import.meta.env.SSR", false],
  ])("The source %s reads variables of the environment: %s", (text, reads) => {
    expect(seen(`export const a = ${text};`).readsVariables).toBe(reads);
  });
});

it("A library's style sheet is imported only once", () => {
  const asked = sources.flatMap(({ imports }) => imports.map(({ to }) => to)).filter((to) => /^@.+\.css$/.test(to));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((to, at) => asked.indexOf(to) !== at)).toEqual([]);
});
