import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { BrowserSession } from "./browser-session";
import { jobPages } from "./job-pages";
import { editSeller } from "./seller-pages";
import type { World } from "./world";

/**
 * A person with everything that the database keeps for them: a session, a change in the history, a
 * saved view, a draft and a job. Tests check that all of it is still there, say after a restart.
 * @param who the number of the seller that the person changes, which is also in their texts
 */
export async function workAtHand(
  world: Omit<World, "close">,
  account: { login: string; password: string },
  who: number,
) {
  const { control } = world.sandbox;
  const browser = world.browser();
  await browser.signIn(account, "/sellers");
  const pages = jobPages(world, browser);
  const session = browser.cookie("session") as string;
  const view = `Widok ${who}`;
  const seller = control.sellers()[who]?.id;

  /** Changes the person's seller by its form. */
  async function change(mpk: string): Promise<void> {
    const saved = await editSeller(browser, seller ?? "", { mpk });
    expect(saved.text).toContain("Zapisano zmiany");
  }

  const history = async () => (await browser.get(`/sellers/${seller}/history`)).textOf("main");

  await change(`MPK-${who}`);
  const menu = await browser.get("/sellers?q=a");
  await browser.submit(menu, { intent: "saveView", name: view }, "form:has([name=name])");
  const draft = await storeFailedForm(browser, `Szkic ${who}`);

  return {
    browser,
    pages,
    change,
    history,

    /** Starts disabling those sellers. @returns the job's path */
    async startJob(ids: string[]): Promise<string> {
      const chosen = new URLSearchParams([["action", "disable"], ...ids.map((id) => ["ids", id])]);
      return (await pages.confirm(await browser.post("/sellers/bulk", chosen))).path;
    },

    /** Expects the same session, and everything that was stored. */
    async isThere(): Promise<void> {
      expect(browser.cookie("session")).toBe(session);
      const list = await browser.get("/sellers", { follow: false });
      expect(list.status).toBe(200);
      expect(list.texts("[aria-label='Widoki'] a")).toContain(view);
      expect(await history()).toContain(`MPK-${who}`);
      const form = await browser.get(draft, { follow: false });
      expect(form.status).toBe(200);
      expect(form.text).toContain(`value="Szkic ${who}"`);
    },
  };
}

/**
 * Sends a form with an ended session, so that it becomes a draft; the person's session goes on.
 * @returns the address that shows the draft
 */
async function storeFailedForm(browser: BrowserSession, displayName: string): Promise<string> {
  const home = browser.resolve("/");
  const session = browser.cookie("session") as string;
  const { fields } = (await browser.get("/sellers/new")).form("main form[method=post]");
  fields.set("displayName", displayName);
  browser.setCookie("session", randomBytes(32).toString("base64url"));
  const answer = await browser.post("/sellers/new", fields, { follow: false });
  browser.setCookie("session", session);
  const back = new URL(answer.location, home).searchParams.get("returnTo");
  expect(back).toContain("draft=");
  return back as string;
}
