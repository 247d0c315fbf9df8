import { beforeEach, expect, it } from "vitest";
import { endLeases, prolongLeases } from "../support/end-leases";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/*
 * A server is killed after the backend has made a write, and before the history has its outcome. The
 * tests show what the same form answers when it is sent again.
 */

const { world, browser, control, writes } = giveWorld({ isOwn: true });
const FORM = "form#seller";
const UNDO = "form:has(input[name=change])";
let next = 0;

beforeEach(() => {
  next += 1;
  control().clearFaults();
});

const seller = () => control().sellers()[next]!;

/** Sends a form, and kills the server once the backend has made the form's write. */
async function sendAndKill(page: Page, form: string, changes: Record<string, string>, made: { mpk: string }) {
  control().fault({ target: "sellers", method: "PUT", hold: true });
  control().clearRequests();
  const sent = browser.submit(page, changes, form).catch(() => undefined);
  await expect.poll(() => writes().length).toBe(1);
  await world.app.stop("SIGKILL");
  await sent;
  control().clearFaults();
  control().changeSeller(seller().id, made);
}

/** Starts the server again, with the leases of the killed one ended. */
async function restartLater(): Promise<void> {
  await endLeases(world.env.DATABASE_URL as string);
  await world.restart();
  control().clearRequests();
}

const history = async () => (await browser.get(`/sellers/${seller().id}/history`)).textOf("main");

it("An undo that was made by a killed server is found by its form sent again", async () => {
  const was = seller().mpk;
  await editSeller(browser, seller().id, { mpk: "KILL-1" });
  const page = await browser.get(`/sellers/${seller().id}/history`);
  await sendAndKill(page, UNDO, {}, { mpk: was });
  await restartLater();
  expect((await browser.submit(page, {}, UNDO)).textOf("main")).toContain("Cofnięto zmianę");
  expect(writes()).toEqual([]);
  expect(await history()).not.toMatch(/Nie wiadomo|W toku/);
});

it("A save by a killed server is found when its form is sent again", async () => {
  const edit = await browser.get(`/sellers/${seller().id}/edit`);
  await sendAndKill(edit, FORM, { mpk: "KILL-2" }, { mpk: "KILL-2" });
  await restartLater();
  expect((await browser.submit(edit, { mpk: "KILL-2" }, FORM)).textOf("body")).toContain("Zapisano zmiany");
  expect(writes()).toEqual([]);
  expect((await browser.get("/history")).textOf("main article")).toContain("KILL-2");
  expect((await browser.get("/history")).textOf("main article")).not.toMatch(/Nie wiadomo|W toku/);
});

it("A form sent again at once says that the earlier save is still running", async () => {
  const edit = await browser.get(`/sellers/${seller().id}/edit`);
  await sendAndKill(edit, FORM, { mpk: "KILL-3" }, { mpk: "KILL-3" });
  await prolongLeases(world.env.DATABASE_URL as string);
  await world.restart();
  const refused = await browser.submit(edit, { mpk: "KILL-3" }, FORM);
  expectAnswer(refused, 412, "Twój poprzedni zapis danych tego sprzedawcy jeszcze trwa", "main [role=alert]");
  expect(refused.attribute(`${FORM} [name=mpk]`, "value")).toBe("KILL-3");
});
