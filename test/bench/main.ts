import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
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
 * Weight, backend calls and the memory of exports, measured in one run.
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
const { values: given } = parseArgs({
  options: {
    browser: { type: "boolean" },
    processor: { type: "boolean" },
    growth: { type: "boolean" },
    "database-growth": { type: "boolean" },
    memory: { type: "boolean" },
    blocks: { type: "boolean" },
    page: { type: "string", default: LIST },
    visits: { type: "string", default: "3" },
    files: { type: "boolean" },
    build: { type: "string", multiple: true, default: [] },
    beside: { type: "string", multiple: true, default: [] },
    slices: { type: "string", default: "12" },
    only: { type: "string" },
    requests: { type: "string", default: "20000" },
    database: { type: "string", default: "sqlite" },
    json: { type: "string" },
  },
});
const [build] = given.build;

type Row = { what: string; measured: string; target: string };

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
  if (given.json) writeFileSync(given.json, `${JSON.stringify(rows, null, 2)}\n`);
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** What the largest pieces of work cost everybody else. */
async function longestBlocks(): Promise<Row[]> {
  return (await blocks(given.only, build)).map((block) => ({
    what: block.what,
    measured: [
      `longest block ${block.busyMs.toFixed(0)} ms of processor time`,
      `peak ${block.peakMB.toFixed(0)} MB (${block.aboveIdleMB.toFixed(0)} above idle, ${block.checkMB.toFixed(0)} checking files)`,
      `${block.seconds.toFixed(1)} s (processor ${block.processorSeconds.toFixed(1)} s)`,
    ].join(", "),
    target: "< 100 ms, < 400 MB",
  }));
}

/** First loads, and the moves from there. */
async function showVisits(): Promise<void> {
  const { page, beside: besides, visits } = given;
  const figures = await browserFigures(page, { builds: given.build, besides, visits: Number(visits) });
  show(browserRows(figures));
  const moves = figures.map(({ what, visits }) =>
    moveRow(
      what,
      visits.flatMap(({ moves }) => moves ?? []),
    ),
  );
  console.table(moves.filter(Boolean));
  if (given.files) for (const { visits } of figures) console.table(visits.at(-1)?.loaded);
}

/** Does `measure` with SQLite, or with PostgreSQL by `--database postgres`. */
async function withDatabase<T>(measure: (databaseUrl?: string) => Promise<T>): Promise<T> {
  if (given.database !== "postgres") return measure();
  const postgres = await startPostgres();
  try {
    return await measure(await createDatabase(postgres.port));
  } finally {
    await postgres.remove();
  }
}

/** Processor times as a table. */
async function showCosts(costsOf: (options: Measured) => Promise<Cost[]>): Promise<void> {
  const costs = await withDatabase((databaseUrl) =>
    costsOf({ build, only: given.only, slices: Number(given.slices), databaseUrl }),
  );
  show(
    costs.map(({ what, ms, otherMs }) => ({
      what,
      "ms of processor time": ms.toFixed(1),
      ...(otherMs === undefined ? {} : { [`of ${build}`]: otherMs.toFixed(1) }),
    })),
  );
}

async function memory(): Promise<Row[]> {
  const found = await withDatabase((databaseUrl) => residentAfter(LIST, Number(given.requests), databaseUrl));
  return found.map(({ after, mb }) => ({
    what: `resident after ${after.toLocaleString("en-US")} list pages`,
    measured: `${mb.toFixed(0)} MB`,
    target: "< 450 MB, flat",
  }));
}

if (given.browser) await showVisits();
else if (given.processor) await showCosts(processorTimes);
else if (given.growth) await showCosts(growth);
else if (given["database-growth"]) show(await withDatabase(databaseGrowth));
else if (given.memory) show(await memory());
else if (given.blocks) show(await longestBlocks());
else show([...(await listPage()), ...(await exporting())]);
process.exit(0);
