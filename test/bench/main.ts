import { writeFileSync } from "node:fs";
import { createDatabase, startPostgres } from "../support/postgres";
import { startWorld } from "../support/world";
import { blocks } from "./blocks";
import { browserFigures, browserRows, LIST } from "./browser";
import { databaseGrowth } from "./database-growth";
import { exportMemory } from "./export-memory";
import { moveRow } from "./moves";
import { type Cost, growth, type Measured, processorTimes } from "./processor";
import { residentAfter } from "./resident-memory";
import { weigh } from "./weight";

/*
 * Weight, calls, processor time and memory, measured in one run.
 * `--browser` measures instead a first load of `--page PATH` (the list, and the moves from there)
 * in a Chromium as slow as a phone, `--visits N` times, with `--files` what was loaded, beside
 * `--build FILE` and `--beside URL`;
 * `--processor` measures what one request of each screen costs the processor, in turn with another
 * build's server (`--build FILE`), `--slices N` of each,
 * `--only NAME` the screen of this name, or those whose name holds it;
 * `--growth` measures the list page's cost as its backend holds 10² to 10⁶ sellers,
 * `--database-growth` how long pages take as the database holds 10² to 5 · 10⁵ changes, 10⁴
 * sessions and 500 jobs;
 * `--memory` what the server holds after `--requests N` (20,000) of them; these three with
 * `--database postgres` instead of SQLite; `--json FILE` writes any table to a file as well;
 * `--blocks` measures how long the largest pieces of work hold up everybody else
 * (docs/performance.md), and
 * `--only WORD` those of them whose name holds a word, or `--build FILE` those of another build.
 */
const SLICES = Number(argument("slices") ?? 12);

type Row = { what: string; measured: string; target: string };

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** What an option that may be given several times was given. */
function all(name: string): string[] {
  return process.argv.flatMap((word, at) => (word === `--${name}` ? [process.argv[at + 1] ?? ""] : []));
}

async function listPage(): Promise<Row[]> {
  const world = await startWorld({ env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600" } });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, LIST);
    const weight = await weigh(`${world.appUrl}${LIST}`, browser.cookieHeader);
    world.sandbox.control.clearRequests();
    await browser.get(LIST);
    const calls = world.sandbox.control.requests().length;

    return [
      { what: "list page, JS with its words (as sent)", measured: kB(weight.js + weight.words), target: "≤ 140 kB" },
      { what: "the same for a browser without Brotli (gzip)", measured: kB(weight.scriptsGzip), target: "" },
      { what: "list page, CSS (as sent)", measured: kB(weight.css), target: "≤ 16 kB" },
      { what: "list page, HTML (gzip)", measured: kB(weight.html), target: "" },
      { what: "backend calls for it, profile cached", measured: String(calls), target: "1" },
    ];
  } finally {
    await world.close();
  }
}

/** What a million exported rows cost in memory, and that it doesn't grow with them. */
async function exporting(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [10_000, 1_000_000]) {
    const { aboveIdleMB, seconds } = await exportMemory(count);
    const measured = `${aboveIdleMB.toFixed(0)} MB above idle, ${(count / seconds).toFixed(0)} rows/s`;
    rows.push({ what: `CSV export of ${count.toLocaleString("en-US")} sellers`, measured, target: "< 64 MB" });
  }
  return rows;
}

/** As a table, and with `--json FILE` in that file too. */
function show(rows: object[]): void {
  console.table(rows);
  const file = argument("json");
  if (file) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** What the largest pieces of work cost everybody else. */
async function longestBlocks(): Promise<Row[]> {
  return (await blocks(argument("only"), argument("build"))).map((block) => ({
    what: block.what,
    measured: [
      `longest block ${block.longestMs.toFixed(0)} ms (processor ${block.busyMs.toFixed(0)} ms)`,
      `peak ${block.peakMB.toFixed(0)} MB (${block.aboveIdleMB.toFixed(0)} above idle, ${block.checkMB.toFixed(0)} checking files)`,
      `${block.seconds.toFixed(1)} s (processor ${block.processorSeconds.toFixed(1)} s)`,
    ].join(", "),
    target: "< 100 ms, < 400 MB",
  }));
}

if (process.argv.includes("--browser")) {
  const figures = await browserFigures(argument("page") ?? LIST, {
    builds: all("build"),
    besides: all("beside"),
    visits: Number(argument("visits") ?? 3),
  });
  show(browserRows(figures));
  const moves = figures.map(({ what, visits }) =>
    moveRow(
      what,
      visits.flatMap(({ moves }) => moves ?? []),
    ),
  );
  console.table(moves.filter(Boolean));
  if (process.argv.includes("--files")) for (const { visits } of figures) console.table(visits.at(-1)?.loaded);
  process.exit(0);
}

/** Does `measure` with SQLite, or with PostgreSQL by `--database postgres`. */
async function withDatabase<T>(measure: (databaseUrl?: string) => Promise<T>): Promise<T> {
  if (argument("database") !== "postgres") return measure();
  const postgres = await startPostgres();
  try {
    return await measure(await createDatabase(postgres.port));
  } finally {
    await postgres.remove();
  }
}

/** Processor times as a table. */
async function showCosts(costsOf: (options: Measured) => Promise<Cost[]>): Promise<void> {
  const build = argument("build");
  const costs = await withDatabase((databaseUrl) =>
    costsOf({ build, only: argument("only"), slices: SLICES, databaseUrl }),
  );
  show(
    costs.map(({ what, ms, otherMs }) => ({
      what,
      "ms of processor time": ms.toFixed(1),
      ...(otherMs === undefined ? {} : { [`of ${build}`]: otherMs.toFixed(1) }),
    })),
  );
}

if (process.argv.includes("--processor")) {
  await showCosts(processorTimes);
  process.exit(0);
}

if (process.argv.includes("--growth")) {
  await showCosts(growth);
  process.exit(0);
}

if (process.argv.includes("--database-growth")) {
  show(await withDatabase(databaseGrowth));
  process.exit(0);
}

if (process.argv.includes("--memory")) {
  const requests = Number(argument("requests") ?? 20_000);
  const found = await withDatabase((databaseUrl) => residentAfter(LIST, requests, databaseUrl));
  show(
    found.map(({ after, mb }) => ({
      what: `resident after ${after.toLocaleString("en-US")} list pages`,
      measured: `${mb.toFixed(0)} MB`,
      target: "< 450 MB, flat",
    })),
  );
  process.exit(0);
}

if (process.argv.includes("--blocks")) {
  show(await longestBlocks());
  process.exit(0);
}

const grown = (await growth({ slices: 4 })).map(({ what, ms }) => ({
  what: `${what} sellers, processor time`,
  measured: `${ms.toFixed(1)} ms`,
  target: "the same for all",
}));
const rows = [...(await listPage()), ...grown, ...(await exporting())];
show(rows);
process.exit(0);
