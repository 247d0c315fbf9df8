// `npm run soak -- --minutes 10 [--people 300] [--database sqlite|postgres]`: people work in the
// built app while something fails every 20 s and the process is killed once. It ends with 1 when
// anything was lost, done twice, reported wrongly, or grew.
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Fault } from "../sandbox/sandbox";
import ensureBuild from "../support/build";
import { createDatabase, startPostgres } from "../support/postgres";
import { startWorld } from "../support/world";
import { Person, Told } from "./people";
import { type Sample, takeSample, trend } from "./sampler";

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
  console.error("Needed: at least 1 minute, at least 10 people, and the database sqlite or postgres");
  process.exit(2);
}

const SELLERS = 2_000;
const BATCH_SIZE = 30;
const PAGES = ["/", "/sellers", "/sellers?q=an", "/sellers?status=active&page=2", "/history", "/profile"];
const EXPORTS = ["/sellers/export.csv", "/sellers/export.xlsx"];
const SAMPLE_EVERY_MS = 2_000;
const TROUBLE_EVERY_MS = 20_000;
const END_WITHIN_MS = 180_000;
/** A killed process may have got an answer up to so many ms before, and not stored it yet. */
const NOT_YET_STORED_MS = 1_000;
/** How much may be used more at the end than at the start; connections count among the handles. */
const MAY_GROW = { heapMB: 25, handles: 100 };
/** A container has 512 MB, of which a process that checks a file needs a part. */
const MAX_RESIDENT_MB = 420;
/** Each change stores a history entry, a form key and perhaps a job's item. */
const DATABASE_KB_PER_WRITE = 12;

await ensureBuild();
const token = randomBytes(16).toString("hex");
const postgres = values.database === "postgres" ? await startPostgres() : undefined;
const world = await startWorld({
  sandbox: { sellers: { count: SELLERS }, tokens: { accessTokenSeconds: 150 } },
  databaseUrl: postgres && (await createDatabase(postgres.port)),
  env: { METRICS_TOKEN: token, LOG_LEVEL: "error", BACKEND_TIMEOUT_MS: "2000" },
});
const { control, accounts } = world.sandbox;

const fault = (happens: Fault) => async () => void control.fault(happens);
const away = (server: "profile" | "provider", ms: number) => async () => {
  await control.down(server);
  await wait(ms);
  await control.up(server);
};
/** What goes wrong, one after the other. */
const TROUBLES: Record<string, () => Promise<void>> = {
  "the sellers backend answers 503 ten times": fault({ target: "sellers", status: 503, times: 10 }),
  "five additions lose their answer": fault({ target: "sellers", method: "POST", loseAnswer: true, times: 5 }),
  "five lists are cut": fault({ target: "sellers", method: "GET", cut: true, times: 5 }),
  "twenty requests take 3 s": fault({ target: "sellers", delayMs: 3_000, times: 20 }),
  "five changes are lost on their way": fault({ target: "sellers", method: "PATCH", drop: true, times: 5 }),
  "the directory is away for 5 s": away("profile", 5_000),
  "the provider is away for 8 s": away("provider", 8_000),
};

const told = new Told();
let isOver = false;
const crowd = Array.from({ length: people }, () => new Person(world, told, () => isOver));
const logins = [accounts.franchisee, accounts.listed, accounts.imageless];
for (let at = 0; at < crowd.length; at += 8) {
  await Promise.all(crowd.slice(at, at + 8).map((person, next) => person.signIn(logins[(at + next) % 3]!)));
}
console.log(`${people} people are signed in`);

const sellers = control.sellers();
const few = Math.max(1, Math.round(people / 60));
/** A few people run batches, imports or exports. Of twenty others three edit, one adds, 16 read. */
function work(person: Person, at: number): Promise<void> {
  const batch = sellers.slice(SELLERS - (at + 1) * BATCH_SIZE, SELLERS - at * BATCH_SIZE);
  if (at < few) return person.batch(batch.map(({ id }) => id));
  if (at < 2 * few) return person.import(`plik-${at}`);
  if (at < 3 * few) return person.read(EXPORTS, SELLERS);
  if (at % 20 < 3) return person.edit(sellers[at]!.id);
  return at % 20 === 3 ? person.add(`osoba-${at}`) : person.read(PAGES, 0);
}

const begun = performance.now();
const seconds = () => Math.round((performance.now() - begun) / 1000);
const working = crowd.flatMap((person, at) => [
  person.keepTabOpen(),
  work(person, at).catch((error: Error) => void told.faults.push(error.message)),
]);
/** Samples of the first process, and of the one after the kill. */
const processes: [Sample[], Sample[]] = [[], []];
let isRestarted = false;
const sampling = (async () => {
  for (; !isOver; await wait(SAMPLE_EVERY_MS)) {
    const sample = await takeSample(world, token);
    if (sample) processes[isRestarted ? 1 : 0].push(sample);
  }
})();
const troubling = (async () => {
  for (let at = 0; ; at++) {
    await wait(TROUBLE_EVERY_MS);
    if (isOver) return;
    const [what, happen] = Object.entries(TROUBLES)[at % Object.keys(TROUBLES).length]!;
    console.log(`${seconds()} s: ${what}`);
    await happen();
  }
})();

await wait(minutes * 30_000);
console.log(`${seconds()} s: the process is killed and started again`);
const killedAt = Date.now();
await world.restart("SIGKILL");
isRestarted = true;
// A provider that gets a used refresh token again ends its session (RFC 9700 §4.14.2).
const lostRenewals = control.requests("provider", ({ path, body, at, tookMs = Number.POSITIVE_INFINITY }) => {
  const isRenewal = path.endsWith("/token") && (body as { refresh_token?: string } | undefined)?.refresh_token;
  return isRenewal && at < killedAt && at + tookMs > killedAt - NOT_YET_STORED_MS;
}).length;
await wait(minutes * 60_000 - seconds() * 1000);
isOver = true;
control.clearFaults();
const ended = await Promise.race([
  Promise.all([...working, sampling, troubling]).then(() => true),
  wait(END_WITHIN_MS, false),
]);
if (!ended) told.faults.push(`the work didn't end in ${END_WITHIN_MS / 1000} s`);

const results = judge();
console.log(`${minutes} minutes, ${people} people, ${values.database}, ${told.writes} writes`);
console.table(results.map(([what, measured, isGood]) => ({ what, measured, "": isGood ? "✔" : "✘" })));
await world.close();
await postgres?.remove();
process.exit(results.every(([, , isGood]) => isGood) ? 0 : 1);

/** Compares what people were told with what the backend has, and each process's start and end. */
function judge(): [what: string, measured: string, isGood: boolean][] {
  const byId = new Map(control.sellers().map((seller) => [seller.id, seller]));
  const emails = [...byId.values()].map(({ email }) => email);
  const isKnown = (email: string) => told.added.has(email) || told.unsure.has(email);
  const none = (what: string, wrong: unknown[]): [string, string, boolean] => [
    what,
    wrong.length === 0 ? "0" : `${wrong.length}: ${wrong.slice(0, 3).join("; ")}`,
    wrong.length === 0,
  ];
  const flat = (what: string, of: keyof typeof MAY_GROW) =>
    processes.map((samples, at): [string, string, boolean] => {
      const [first, last] = trend(samples, of);
      const name = `${what}, ${at === 0 ? "before" : "after"} the kill`;
      return [name, `${first.toFixed(0)} → ${last.toFixed(0)}`, last - first <= MAY_GROW[of]];
    });
  const samples = processes.flat();
  const resident = Math.max(...samples.map(({ residentMB }) => residentMB));
  const stored = samples.at(-1)!.databaseMB - samples[0]!.databaseMB;
  const perWrite = (stored * 1000) / Math.max(1, told.writes);
  return [
    none(
      "sellers added that aren't there",
      [...told.added].filter((email) => !emails.includes(email)),
    ),
    none(
      "sellers added twice",
      emails.filter((email, at) => emails.indexOf(email) !== at),
    ),
    none(
      "sellers nobody was told of",
      emails.filter((email) => /^(osoba|plik)-/.test(email) && !isKnown(email)),
    ),
    none(
      "edits saved that aren't",
      [...told.saved].filter(([id, name]) => byId.get(id)?.firstName !== name),
    ),
    none(
      "accounts against their batch",
      [...told.enabled].filter(([id, is]) => byId.get(id)?.accountEnabled !== is),
    ),
    none("other faults", told.faults),
    [
      "people asked to sign in again, of renewals lost",
      `${told.signedOut.size} of ${lostRenewals}`,
      told.signedOut.size <= lostRenewals,
    ],
    ...flat("heap, MB", "heapMB"),
    ...flat("open files and sockets", "handles"),
    ["resident memory at most, MB", resident.toFixed(0), resident <= MAX_RESIDENT_MB],
    ["store for each write, kB", perWrite.toFixed(1), perWrite <= DATABASE_KB_PER_WRITE],
  ];
}
