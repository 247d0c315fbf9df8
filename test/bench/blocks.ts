import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printXlsx } from "../../app/.server/spreadsheet/print-xlsx";
import type { BrowserSession } from "../support/browser-session";
import { startWorld, type World } from "../support/world";
import { residentMB } from "./load";

/**
 * `busyMs`: the most processor time between two turns of the server's event loop; `seconds`: by the
 * clock; `processorSeconds`: of all the server's threads and of its processes that check files;
 * `peakMB`: resident, of all of them; `aboveIdleMB`: what the work added to it; `checkMB`: of the
 * processes that check files.
 */
export type Block = {
  what: string;
  seconds: number;
  processorSeconds: number;
  busyMs: number;
  peakMB: number;
  aboveIdleMB: number;
  checkMB: number;
};

const ROWS = 20_000;
const HEADINGS = "id;Nazwa;E-mail;MPK";

/**
 * How long everybody else waits at worst, and what the server holds at most, while it does its
 * largest pieces of work.
 * @param only of the pieces of work, those whose name holds this
 * @param build the server's file of another build
 */
export async function blocks(only = "", build?: string): Promise<Block[]> {
  const found: Block[] = [];
  const folder = await mkdtemp(join(tmpdir(), "panel-blocks-"));
  const turns = join(folder, "turns");
  for (const [mode, count] of [
    ["paged", 100_000],
    ["list", 20_000],
    ["list", 100_000],
  ] as const) {
    const world = await startWorld({
      sandbox: { sellers: { count, mode } },
      env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600", BACKEND_MAX_BYTES: "67108864", ...watchedLoop(turns) },
    });
    try {
      if (build) await world.restart("SIGTERM", build);
      const browser = world.browser();
      await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
      const measure = async (what: string, work: () => Promise<unknown>) => {
        if (what.includes(only)) found.push({ what, ...(await watched(world, turns, work)) });
      };
      const words = `${mode === "list" ? "bare" : "paged"} backend of ${count.toLocaleString("en-US")}`;
      // What the machine itself costs, whoever else is on it.
      await measure("nothing, for comparison", () => new Promise((resolve) => setTimeout(resolve, 3_000)));
      await measure(`list, ${words}`, () => browser.get("/sellers"));
      if (count === 100_000) {
        await measure(`CSV export, ${words}`, () => browser.get("/sellers/export.csv"));
        await measure(`XLSX export, ${words}`, () => browser.get("/sellers/export.xlsx"));
      }
      if (mode === "paged") await uploads(browser, measure);
    } finally {
      await world.close();
    }
  }
  await rm(folder, { recursive: true, force: true });
  return found;
}

/**
 * Node bounds its heap by the container's memory (768 MB, deploy/); on a large machine garbage
 * would lie for long.
 */
const AS_IN_ITS_CONTAINER = "--max-old-space-size=384 --max-semi-space-size=32";

const watchedLoop = (file: string) => ({
  NODE_OPTIONS: `${AS_IN_ITS_CONTAINER} --import ${new URL("loop-watch.mjs", import.meta.url).href}`,
  LOOP_WATCH: file,
});

type Measure = (what: string, work: () => Promise<unknown>) => Promise<void>;

async function uploads(browser: BrowserSession, measure: Measure): Promise<void> {
  const page = await browser.get("/sellers/import");
  const send = (file: File) => browser.upload(page, file, "form[enctype]", { follow: false });
  const wide = `${HEADINGS}\n${`;${"Ż".repeat(200)};a@example.pl;1\n`.repeat(ROWS)}`;
  const rows = Array.from({ length: ROWS }, (_none, at) => `;Sprzedawca ${at};zly ${at};${at}`);
  const checked = () => new File([[HEADINGS, ...rows].join("\n")], "a.csv");
  await measure("10 MB of CSV", () => send(new File([wide], "a.csv")));
  const workbook = await workbookToImport();
  await measure("20,000 rows of XLSX", () => send(workbook));
  await measure("check of 20,000 rows", () => send(checked()));
  await measure("12 of them at once", () => Promise.all(Array.from({ length: 12 }, () => send(checked()))));
  const form = await browser.get("/sellers/new");
  const fields = { displayName: "Ż".repeat(80_000), firstName: "Ż".repeat(80_000) };
  await measure("largest form (1 MB)", () => browser.submit(form, fields, "main form:has([name=formKey])"));
}

async function workbookToImport(): Promise<File> {
  const headings = ["id", "Nazwa", "E-mail", "Imię", "Nazwisko", "MPK", "Konto aktywne"];
  const rows = Array.from({ length: ROWS }, (_none, at) => {
    const mpk = String(at).padStart(5, "0");
    return ["", `Sprzedawca ${at}`, `import${at}@example.pl`, "Żaneta", `Łęcka ${at}`, mpk, "tak"];
  });
  const chunks: BlobPart[] = [];
  for await (const chunk of printXlsx({ sheetName: "Sprzedawcy", headings }, [rows])) chunks.push(Buffer.from(chunk));
  return new File(chunks, "a.xlsx");
}

async function watched(world: World, turns: string, work: () => Promise<unknown>): Promise<Omit<Block, "what">> {
  const idleMB = residentMB(world.app.pid);
  let peakMB = idleMB;
  let checkMB = 0;
  const watch = setInterval(() => {
    const childrenMB = childrenOf(world.app.pid).reduce((sum, child) => sum + residentMB(child), 0);
    peakMB = Math.max(peakMB, residentMB(world.app.pid) + childrenMB);
    checkMB = Math.max(checkMB, childrenMB);
  }, 50);
  await new Promise((resolve) => setTimeout(resolve, 500));
  writeFileSync(turns, "");
  const [began, used] = [performance.now(), processorSeconds(world.app.pid)];
  await work();
  const seconds = (performance.now() - began) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 200));
  const busySeconds = processorSeconds(world.app.pid) - used;
  clearInterval(watch);
  const busyMs = Math.max(0, ...readFileSync(turns, "utf8").split("\n").map(Number));
  return { seconds, processorSeconds: busySeconds, busyMs, peakMB, aboveIdleMB: peakMB - idleMB, checkMB };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Also of threads and processes that have ended (proc_pid_stat(5), in hundredths of a second). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
}
