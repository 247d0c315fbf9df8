import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printXlsx } from "../../app/.server/spreadsheet/print-xlsx";
import { BARE_ARRAY } from "../sandbox/backend-shape";
import type { BrowserSession } from "../support/browser-session";
import { startWorld } from "../support/world";

/** `busyMs`: the longest time for which the server's event loop could do nothing else. */
export type Block = { what: string; busyMs: number };
type Measure = (what: string, work: () => Promise<unknown>) => Promise<void>;

const ROWS = 20_000;
const HEADINGS = "id;Nazwa;E-mail;MPK";
const LOOP_WATCH = new URL("loop-watch.mjs", import.meta.url).href;

/**
 * Measures how long the server's largest pieces of work keep everybody else waiting.
 * @param only measures only work whose name holds this text
 */
export async function blocks(only = ""): Promise<Block[]> {
  const found: Block[] = [];
  const folder = await mkdtemp(join(tmpdir(), "panel-blocks-"));
  const turns = join(folder, "turns");
  for (const [backend, count] of [
    ["", 100_000],
    [BARE_ARRAY, 20_000],
    [BARE_ARRAY, 100_000],
  ] as const) {
    const world = await startWorld({
      sandbox: { sellers: { count, backend } },
      env: {
        LOG_LEVEL: "warn",
        PROFILE_TTL_SECONDS: "3600",
        BACKEND_MAX_BYTES: "67108864",
        NODE_OPTIONS: `--import ${LOOP_WATCH}`,
        LOOP_WATCH: turns,
      },
    });
    try {
      const browser = world.browser();
      await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
      const measure: Measure = async (what, work) => {
        if (!what.includes(only)) return;
        await pause(500);
        writeFileSync(turns, "");
        await work();
        await pause(200);
        found.push({ what, busyMs: Math.max(0, ...readFileSync(turns, "utf8").split("\n").map(Number)) });
      };
      const words = `${backend ? "bare" : "paged"} backend of ${count.toLocaleString("en-US")}`;
      await measure("nothing, for comparison", () => pause(3_000));
      await measure(`list, ${words}`, () => browser.get("/sellers"));
      if (count === 100_000) {
        await measure(`CSV export, ${words}`, () => browser.get("/sellers/export.csv"));
        await measure(`XLSX export, ${words}`, () => browser.get("/sellers/export.xlsx"));
      }
      if (!backend) await uploads(browser, measure);
    } finally {
      await world.close();
    }
  }
  await rm(folder, { recursive: true, force: true });
  return found;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
