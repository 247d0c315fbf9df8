import { parseArgs } from "node:util";
import { createDatabase, startPostgres } from "../support/postgres";
import { startWorld } from "../support/world";
import { blocks } from "./blocks";
import { browserFigures, browserRows, LIST } from "./browser";
import { besideACrowd } from "./crowd";
import { databaseGrowth } from "./database-growth";
import { exportMemory } from "./export-memory";
import { moveRow } from "./moves";
import { growth, processorTimes } from "./processor";

/*
 * Backend calls and the memory of exports; or one of these instead:
 * `--browser` a first load of the list and the moves from there, in a Chromium as slow as a phone,
 *   beside `--build FILE` (the server's file of another build) and `--beside URL` (another app);
 * `--processor` what one request of each screen costs the processor, in turn with `--build FILE`;
 * `--growth` the list page's cost as its backend holds 10² to 10⁶ sellers;
 * `--database-growth` how long pages take as the database grows (`--database postgres`);
 * `--blocks` how long the largest pieces of work keep everybody else waiting.
 * `--crowd` how long a person's list takes beside hundreds of requests of another one;
 * `--only WORD` leaves out screens, crowds and pieces of work whose name lacks the word.
 */
const { values: options } = parseArgs({
  options: {
    browser: { type: "boolean" },
    processor: { type: "boolean" },
    growth: { type: "boolean" },
    "database-growth": { type: "boolean" },
    blocks: { type: "boolean" },
    crowd: { type: "boolean" },
    build: { type: "string" },
    beside: { type: "string", multiple: true, default: [] },
    only: { type: "string" },
    database: { type: "string", default: "sqlite" },
  },
});
const { build, only } = options;

type Row = { what: string; measured: string; target: string };

async function listPage(): Promise<Row[]> {
  const world = await startWorld({ env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600" } });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, LIST);
    world.sandbox.control.clearRequests();
    await browser.get(LIST);
    const calls = world.sandbox.control.requests().length;
    return [{ what: "backend calls for the list page, profile cached", measured: String(calls), target: "1" }];
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

async function longestBlocks(): Promise<Row[]> {
  const found = await blocks(only);
  return found.map(({ what, busyMs }) => ({ what, measured: `${busyMs.toFixed(0)} ms`, target: "< 100 ms" }));
}

/** @param isWanted without it, a SQLite file is measured */
async function onPostgres<T>(isWanted: boolean, measure: (databaseUrl?: string) => Promise<T>): Promise<T> {
  if (!isWanted) return measure();
  const postgres = await startPostgres();
  try {
    return await measure(await createDatabase(postgres.port));
  } finally {
    await postgres.remove();
  }
}

/** A SQLite file has one server, so that two builds share a PostgreSQL database. */
const besideOtherBuild = <T>(measure: (databaseUrl?: string) => Promise<T>) => onPostgres(build !== undefined, measure);

if (options.browser) {
  const figures = await browserFigures({ builds: build ? [build] : [], besides: options.beside });
  console.table(browserRows(figures));
  console.table(figures.map(({ what, visits }) => moveRow(what, visits)).filter(Boolean));
} else if (options.processor) {
  console.table(await besideOtherBuild((databaseUrl) => processorTimes({ build, only, databaseUrl })));
} else if (options.growth) console.table(await besideOtherBuild((databaseUrl) => growth({ build, databaseUrl })));
else if (options["database-growth"]) {
  console.table(await onPostgres(options.database === "postgres", databaseGrowth));
} else if (options.crowd)
  console.table(await besideOtherBuild((databaseUrl) => besideACrowd({ build, databaseUrl, only })));
else if (options.blocks) console.table(await longestBlocks());
else console.table([...(await listPage()), ...(await exporting())]);
process.exit(0);
