import { expect, it } from "vitest";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

const asked = { email: "pomoc+panel@example.pl", page: "https://desk.example.pl/new?app=panel&kind=error" };
const { world } = giveWorld({ env: { SUPPORT_EMAIL: asked.email, SUPPORT_URL: asked.page } });
const { world: silent } = giveWorld();

/** The addresses of a page's links for help: `mailto:` and the support page. */
function support(page: Page): { mail?: URL; page?: string } {
  const hrefs = page.hrefs();
  const mail = hrefs.find((href) => href?.startsWith("mailto:"));
  return { mail: mail ? new URL(mail) : undefined, page: hrefs.find((href) => href === asked.page) };
}

const subjectOf = (page: Page) => support(page).mail?.searchParams.get("subject");

/** Every kind of page that shows an error. */
const ERROR_PAGES = [
  ["a failed call", "/error/502"],
  ["a message", "/error?title=a&message=b"],
  ["no access", "/error?title=Brak+autoryzacji&message=b"],
  ["no access, by its own address", "/auth/unauthorized"],
  ["a seller that is missing", "/error/404?from=/sellers/x"],
  ["an address without a page", "/nope"],
  ["an address without a page, in English", "/en-US/nope"],
  ["a sign-in that nobody began", "/auth?code=x&state=y"],
] as const;

it.each(ERROR_PAGES)("The person to ask is linked to from the page of %s", async (_, path) => {
  const page = await world.browser().get(path);
  const { mail, page: link } = support(page);
  expect([mail?.pathname, link]).toEqual([asked.email, asked.page]);
  const shown = page.attribute("html", "data-request-id");
  expect(subjectOf(page)).toContain(shown);
  expect(subjectOf(page)).toMatch(/\d\d\.\d\d\.\d{4} \d\d:\d\d/);
});

it("The person to ask is linked to in the accessibility statement", async () => {
  const page = await world.browser().get("/accessibility");
  expect([support(page).mail?.pathname, support(page).page]).toEqual([asked.email, asked.page]);
  expect(subjectOf(page)).toMatch(/^Panel franczyzobiorcy, \d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(page.textOf("main")).not.toContain("założyła Ci konto");
});

it("The accessibility statement names who created the account if nobody else is named", async () => {
  const page = await silent.browser().get("/accessibility");
  expect(page.textOf("main")).toContain("O problemie powiedz osobie, która założyła Ci konto w panelu.");
});

it("Nobody is named to be asked where neither variable is set", async () => {
  for (const path of [...ERROR_PAGES.map(([, path]) => path), "/accessibility"]) {
    const page = await silent.browser().get(path);
    expect(page.textOf("main"), path).not.toMatch(/Potrzebujesz pomocy|Need help/);
    expect(page.document.querySelector("a[href^=mailto]"), path).toBeNull();
  }
});

it("The person to ask learns under which id the call failed", async () => {
  const page = await world.browser().get(`/error/502?id=${ID}`);
  const subject = /^Panel franczyzobiorcy, \d\d\.\d\d\.\d{4} \d\d:\d\d, Identyfikator błędu: (.*)$/;
  expect(subject.exec(subjectOf(page) ?? "")?.[1]).toBe(ID);
});

it("The person to ask learns which request the directory refused", async () => {
  const page = await world.browser().signIn(world.sandbox.accounts.outsider, "/sellers");
  expect(page.textOf("h1")).toBe("Brak autoryzacji");
  const { searchParams } = page.url;
  expect(subjectOf(page)).toContain(searchParams.get("id"));
  expect(page.textOf("main code")).toBe(searchParams.get("id"));
});

it("The person to ask is linked to where no loader ran", async () => {
  const browser = world.browser();
  const page = await browser.send("POST", "/error/502", { headers: { origin: world.appUrl } });
  expect(page.status).toBe(405);
  expect(support(page).page).toBe(asked.page);
});
