// `npm run soak -- --minutes 10 [--people 300] [--database sqlite|postgres]`: the built app under
// everything at once, for a while. Ends with 1 when something was lost, done twice or grew; figures
// and what they were measured on: docs/operations.md, "Soak".
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Fault } from "../sandbox/sandbox";
import ensureBuild from "../support/build";
import { createDatabase, startPostgres } from "../support/postgres";
import { startWorld, type World } from "../support/world";
import { BATCH_SIZE, nothingTold, Person, type Told } from "./people";
import { RenewalWatch } from "./renewals";
import { least, partsOf, type Sample, sample } from "./sampler";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    people: { type: "string", default: "300" },
    database: { type: "string", default: "sqlite" },
  },
});
const minutes = Number(values.minutes);
const people = Number(values.people);
if (!(minutes >= 1) || !(people >= 10) || !["sqlite", "postgres"].includes(values.database)) {
  console.error(
    "npm run soak -- --minutes 10 [--people 300] [--database sqlite|postgres]: at least 1 minute, and 10 people",
  );
  process.exit(2);
}

const SELLERS = 2_000;
const SAMPLE_EVERY_MS = 2_000;
const TROUBLE_EVERY_MS = 20_000;
/** When the clock has run out, what was begun is ended within this. */
const END_WITHIN_MS = 180_000;
/** From the first part of a half to its last: caches take their share once. */
const MAY_GROW = { heapMB: 25, handles: 40 };
/**
 * What Node takes for itself where a container may have 768 MB (deploy/kubernetes.yaml), and the
 * image gives it.
 */
const AS_IN_ITS_CONTAINER = "--max-old-space-size=384 --max-semi-space-size=32";
/**
 * Resident memory grows until somebody asks for it back: deploy/kubernetes.yaml ends whoever takes
 * 768 MB.
 */
const MAX_RESIDENT_MB = 600;
/**
 * A change and what it is known by stay for days: its entry in the history, its key, its item in a
 * job.
 */
const DATABASE_KB_PER_WRITE = 12;

/** What goes wrong, one after the other. */
const TROUBLES: [what: string, happen: (world: World) => unknown][] = [
  ["the sellers backend answers 503 ten times", fault({ target: "sellers", status: 503, times: 10 })],
  [
    "it does what is asked, and five answers are lost",
    fault({ target: "sellers", method: "POST", loseAnswer: true, times: 5 }),
  ],
  ["five of its lists are cut", fault({ target: "sellers", method: "GET", cut: true, times: 5 })],
  ["it takes 3 s for twenty requests", fault({ target: "sellers", delayMs: 3_000, times: 20 })],
  ["five changes are lost on their way", fault({ target: "sellers", method: "PATCH", drop: true, times: 5 })],
  ["the directory is away for 5 s", away("profile", 5_000)],
  ["the provider is away for 8 s", away("provider", 8_000)],
];

function fault(happens: Fault) {
  return (world: World) => world.sandbox.control.fault(happens);
}

function away(server: "profile" | "provider", ms: number) {
  return async (world: World) => {
    await world.sandbox.control.down(server);
    await wait(ms);
    await world.sandbox.control.up(server);
  };
}

await ensureBuild();
const token = randomBytes(16).toString("hex");
const folder = mkdtempSync(join(tmpdir(), "panel-soak-"));
const postgres = values.database === "postgres" ? await startPostgres() : undefined;
const world = await startWorld({
  sandbox: { sellers: { count: SELLERS }, tokens: { accessTokenSeconds: 150 } },
  databaseUrl: postgres ? await createDatabase(postgres.port) : `file:${join(folder, "panel.db")}`,
  env: {
    METRICS_TOKEN: token,
    LOG_LEVEL: "error",
    BACKEND_TIMEOUT_MS: "2000",
    NODE_OPTIONS: AS_IN_ITS_CONTAINER,
  },
});

const told = nothingTold();
const renewals = new RenewalWatch();
let over = false;
const crowd = Array.from({ length: people }, () => new Person(world, told, () => over));
const accounts = [world.sandbox.accounts.franchisee, world.sandbox.accounts.listed, world.sandbox.accounts.imageless];
for (let at = 0; at < crowd.length; at += 8) {
  await Promise.all(crowd.slice(at, at + 8).map((person, next) => person.signIn(accounts[(at + next) % 3]!)));
}
console.log(`${people} people are signed in`);

/**
 * Each has a tab open; of twenty, three edit, one adds; few have batches, imports and exports, and
 * all others read.
 */
const sellers = world.sandbox.control.sellers();
const few = Math.max(1, Math.round(people / 60));
const begun = performance.now();
const second = () => (performance.now() - begun) / 1000;
const work = crowd.flatMap((person, at) => {
  const own = sellers[at]!.id;
  const mine = sellers.slice(SELLERS - (at + 1) * BATCH_SIZE, SELLERS - at * BATCH_SIZE).map(({ id }) => id);
  const doing = () => {
    if (at < few) return person.batch(mine);
    if (at < 2 * few) return person.import(`plik-${at}`);
    if (at < 3 * few) return person.export(SELLERS);
    if (at % 20 < 3) return person.edit(own);
    return at % 20 === 3 ? person.add(`osoba-${at}`) : person.read();
  };
  return [person.keepTabOpen(), doing().catch((error: Error) => void told.wrong.push(error.message))];
});

const halves: [Sample[], Sample[]] = [[], []];
let restarted = false;
const sampling = (async () => {
  while (!over) {
    renewals.look(world);
    const seen = await sample(world, token, second());
    if (seen) halves[restarted ? 1 : 0].push(seen);
    await wait(SAMPLE_EVERY_MS);
  }
})();
const trouble = (async () => {
  for (let at = 0; !over; at++) {
    await wait(TROUBLE_EVERY_MS);
    if (over) return;
    const [what, happen] = TROUBLES[at % TROUBLES.length]!;
    console.log(`${second().toFixed(0)} s: ${what}`);
    await happen(world);
  }
})();

await wait(minutes * 30_000);
console.log(`${second().toFixed(0)} s: the process is killed and started again`);
renewals.killed();
await world.restart("SIGKILL");
restarted = true;
await wait(minutes * 60_000 - second() * 1000);
over = true;
world.sandbox.control.clearFaults();
const late = setTimeout(() => {
  const open = [...told.open.values()].join(", ") || "no job";
  told.wrong.push(`what was begun didn't end in ${END_WITHIN_MS / 1000} s (jobs: ${open})`);
  finish();
}, END_WITHIN_MS);
await Promise.all([...work, sampling, trouble]);
clearTimeout(late);
await finish();

/**
 * Compares what people were told with what the backend has, and what the process took first and
 * last.
 */
function judge(): [what: string, measured: string, holds: boolean][] {
  const there = new Map<string, number>();
  const kept = new Map(world.sandbox.control.sellers().map((seller) => [seller.id, seller]));
  for (const { email } of kept.values()) there.set(email, (there.get(email) ?? 0) + 1);
  const lost = [...told.added].filter((email) => !there.has(email));
  const twice = [...there].filter(([, times]) => times > 1);
  const unasked = [...there.keys()].filter(
    (email) => /^(?:osoba|plik)-/.test(email) && !told.added.has(email) && !told.unsure.has(email),
  );
  const edits = [...told.saved].filter(([id, value]) => kept.get(id)?.firstName !== value);
  const batches = [...told.enabled].filter(([id, enabled]) => kept.get(id)?.accountEnabled !== enabled);
  const writes = told.edits + told.added.size + told.items.Wykonane;
  const growth = (of: keyof typeof MAY_GROW, half: Sample[]) => {
    const [first, last] = partsOf(half);
    return least(last, of) - least(first, of);
  };
  const flat = (of: keyof typeof MAY_GROW, what: string): [string, string, boolean][] =>
    halves.map((half, at) => {
      const [first, last] = partsOf(half);
      const measured = `${least(first, of).toFixed(0)} → ${least(last, of).toFixed(0)}`;
      return [`${what}, ${at === 0 ? "before" : "after"} the restart`, measured, growth(of, half) <= MAY_GROW[of]];
    });
  const all = halves.flat();
  const most = Math.max(...all.map(({ residentMB }) => residentMB));
  const stored = (all.at(-1)?.databaseMB ?? 0) - (all[0]?.databaseMB ?? 0);
  const visitors = Math.max(...all.map((each) => each.visitors));
  const perWrite = (stored * 1000) / Math.max(1, writes);
  return [
    ["sellers told to be added that aren't there", `${lost.length} of ${told.added.size}`, lost.length === 0],
    ["sellers that are there twice", String(twice.length), twice.length === 0],
    ["sellers that nobody was told of", String(unasked.length), unasked.length === 0],
    ["edits told to be saved that aren't", `${edits.length} of ${told.edits}`, edits.length === 0],
    ["accounts that aren't as their batch said", `${batches.length} of ${told.enabled.size}`, batches.length === 0],
    ["people sent to sign in again", ...signedOut()],
    ["other faults", told.wrong.slice(0, 3).join("; ") || "0", told.wrong.length === 0],
    ...flat("heapMB", "heap after collection, MB"),
    ["resident memory at most, MB", most.toFixed(0), most <= MAX_RESIDENT_MB],
    ...flat("handles", "open files and sockets, visitors' apart"),
    ["connections of visitors at most (6 a browser)", String(visitors), visitors <= 6 * people],
    [
      "store, MB (kB for each change)",
      `${(all[0]?.databaseMB ?? 0).toFixed(1)} → ${(all.at(-1)?.databaseMB ?? 0).toFixed(1)} (${perWrite.toFixed(1)})`,
      perWrite <= DATABASE_KB_PER_WRITE,
    ],
  ];
}

/** Nobody can help a session whose new tokens were lost on their way; any other goes on. */
function signedOut(): [measured: string, holds: boolean] {
  const { renewals: all, again, lost } = renewals.count();
  const measured = `${told.signedOut.size}; of ${all} renewals ${again} were tried again, ${lost} of them after a lost answer`;
  return [measured, told.signedOut.size <= lost && again === lost];
}

async function finish(): Promise<void> {
  const judged = judge();
  const lags = halves
    .flat()
    .map(({ lagMs }) => lagMs)
    .sort((a, b) => a - b);
  console.log(`
${minutes} minutes, ${people} people, ${values.database}, ${availableParallelism()} cores (load ${loadavg()[0]?.toFixed(1)}), Node ${process.versions.node}
${perSecond(told.checks)} session checks and ${perSecond(told.requests)} pages and forms a second, ${sum(told.troubles)} of them told of trouble and were tried again
${told.edits} edits, ${told.added.size} added, ${told.jobs} jobs (${Object.entries(told.items)
    .map(([result, count]) => `${result} ${count}`)
    .join(", ")}), ${told.exports} exports
event loop's 99th percentile: ${lags[Math.floor(lags.length / 2)]?.toFixed(0)} ms in the middle, ${lags.at(-1)?.toFixed(0)} ms at most
`);
  console.log([...told.troubles].map(([kind, times]) => `${times} × ${kind}`).join(", "));
  console.table(judged.map(([what, measured, holds]) => ({ what, measured, "": holds ? "✔" : "✘" })));
  await world.close();
  await postgres?.remove();
  rmSync(folder, { recursive: true, force: true });
  process.exit(judged.every(([, , holds]) => holds) ? 0 : 1);
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}

function perSecond(count: Told["checks"]): string {
  return (count / (minutes * 60)).toFixed(1);
}
