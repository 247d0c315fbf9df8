import { randomBytes } from "node:crypto";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { sharedWorld } from "../support/world";
import { giveWorld } from "./support/given-world";

const DRAFT = "d".repeat(22);

const { world, browser: franchisee, control, signedIn } = giveWorld();
let anonymous: BrowserSession;

beforeAll(() => {
  anonymous = world.browser();
});

const mainOf = (page: Page) => page.textOf("main") ?? "";

const HEADINGS: Record<number, string> = {
  401: "Sesja wygasła",
  403: "Brak dostępu",
  404: "Nie znaleziono strony",
  429: "Zbyt wiele prób",
  502: "Nie udało się odczytać odpowiedzi",
  503: "Usługa jest chwilowo niedostępna",
  504: "Odpowiedź nie dotarła na czas",
};

it.each([400, 401, 403, 404, 405, 408, 409, 410, 413, 418, 422, 429, 499, 500, 502, 503, 504, 599])(
  "The address /error/%i answers with that status, in Polish",
  async (status) => {
    const page = await anonymous.get(`/error/${status}`);
    expect(page.status).toBe(status);
    expect(page.textOf("h1")).toBe(HEADINGS[status] ?? "Wewnętrzny błąd serwera");
    expect(page.textOf("title")).toBe(`${page.textOf("h1")} – Panel franczyzobiorcy`);
    expect(mainOf(page)).toContain(`Kod błędu: ${status}`);
    // The screen's name is there even if the message is the heading.
    if (status !== 404) expect(mainOf(page)).toContain("Wewnętrzny błąd serwera");
    expect(mainOf(page)).toContain(page.headers.get("x-request-id"));
    expect(page.text).not.toMatch(/errors:|\bat \/|node_modules|undefined/);
  },
);

it.each(["399", "600", "0404", "4e2", "404.5", "abc", "40 4", "%00"])(
  "The address /error/%s doesn't exist",
  async (code) => {
    const page = await anonymous.get(`/error/${encodeURIComponent(code)}`);
    expect(page.status).toBe(404);
    expect(page.textOf("h1")).toBe("Nie znaleziono strony");
    expect(mainOf(page)).toContain("Page not found");
  },
);

it("An unmatched path shows the supplied text in both languages", async () => {
  for (const path of ["/nope", "/a/b/c", "/en-US/nope", "/pl/sellers", "/sellers/1/edit/more", "/.env"]) {
    const page = await anonymous.get(path);
    expect(page.status, path).toBe(404);
    // Marked as English, so that screen readers read it as English.
    expect(page.textOf("main [lang=en]"), path).toBe("Page not found");
  }
  expect((await anonymous.get("/en-US/nope")).textOf("h1")).toBe("Page not found");
});

it("The page of an ended session says alone that the typed text is kept", async () => {
  const page = await anonymous.get(`/error/401?from=%2Fsellers%2Fnew&draft=${DRAFT}&kept=1`);
  expect(mainOf(page)).toMatch(/^Sesja wygasła\s*Zachowaliśmy dane wpisane w\sformularzu\./);
});

it("An error page leads back to a page of ours or a held form alone", async () => {
  const links = async (query: string, code = 502) => (await anonymous.get(`/error/${code}?${query}`)).hrefs();
  expect(await links("from=%2Fsellers%3Fq%3Da")).toEqual(["/sellers?q=a", "/"]);
  expect(await links("from=%2Fsellers%3Fq%3Da", 413)).toEqual(["/sellers?q=a", "/"]);
  expect(await links("from=%2Fsellers%3Fq%3Da", 403)).toEqual(["/"]);
  expect(await links(`from=%2Fsellers%2Fnew&draft=${DRAFT}`)).toEqual([`/sellers/new?draft=${DRAFT}`, "/"]);
  expect(await links("from=%2Fsellers%2Fnew&draft=%22%3E%3Cscript%3E")).toEqual(["/sellers/new", "/"]);
  for (const evil of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
    expect(await links(`from=${encodeURIComponent(evil)}`)).toEqual(["/", "/"]);
});

it.each([429, 503])("An error page of a %i says when to come back within an hour", async (status) => {
  const asked = async (wait: string) => {
    const fault = control().fault({ target: "sellers", status, headers: { "retry-after": wait } });
    const page = await franchisee.get("/sellers");
    control().clearFaults(fault);
    expect(page.status).toBe(status);
    return page;
  };
  for (const said of ["30", "9999999"]) {
    expect(mainOf(await asked(said))).toMatch(/Spróbuj (ponownie )?za chwilę\./);
  }
  for (const seconds of [600, 3_600]) {
    const page = await asked(String(seconds));
    expect(mainOf(page)).toMatch(/Spróbuj ponownie po \d\d:\d\d\./);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(seconds - 60);
    expect(Number(page.headers.get("retry-after"))).toBeLessThanOrEqual(seconds);
  }
  const now = Date.now() / 1000;
  for (const after of [now - 1, now + 7_200, "nonsense", "1e99", ""]) {
    expect(mainOf(await anonymous.get(`/error/${status}?after=${after}`))).not.toContain("ponownie po");
  }
  expect(mainOf(await anonymous.get(`/error/500?after=${now + 600}`))).not.toContain("ponownie po");
});

it.each(["/nope", "/error/500", "/error?title=a"])("A franchisee keeps the header at %s", async (path) => {
  const header = (page: Page) => page.texts("header nav a");
  const page = await franchisee.get(path);
  expect(header(page)).toEqual(["Pulpit", "Sprzedawcy", "Historia zmian"]);
  expect(page.textOf("header")).toContain("Anna Kowalska");
  expect(page.document.querySelectorAll("main")).toHaveLength(1);
  expect(header(await anonymous.get(path))).toEqual([]);
});

it.each([
  ["sellers", 503, "System sprzedawców nie odpowiada"],
  ["sellers", 504, "System sprzedawców nie odpowiada"],
  ["sellers", 502, "System sprzedawców zwrócił nieprawidłową odpowiedź"],
  ["directory", 503, "Firmowy katalog nie odpowiada"],
  ["signIn", 503, "System logowania nie odpowiada"],
  ["<b>", 503, "Usługa jest chwilowo niedostępna"],
  ["sellers", 404, "Nie znaleziono strony"],
])("The page about %s with %i is headed „%s”", async (reason, status, heading) => {
  const page = await anonymous.get(`/error/${status}?${new URLSearchParams({ reason })}`);
  expect([page.status, page.textOf("h1")]).toEqual([status, heading]);
  expect(page.textOf("title")).toBe(`${heading} – Panel franczyzobiorcy`);
});

it("A directory that answers 500 isn't called a fault on our side", async () => {
  const page = await anonymous.get("/error/500?reason=directory");
  expect(page.textOf("h1")).toBe("Wewnętrzny błąd serwera");
  expect(mainOf(page)).toContain("Firmowy katalog odpowiedział błędem");
  expect(mainOf(page)).not.toContain("Błąd jest po naszej stronie");
});

it("An error page names the request that failed, and no other text", async () => {
  const idOn = (page: { textOf: (selector: string) => string | undefined }) => page.textOf("main code");
  control().clearRequests();
  const fault = control().fault({ target: "sellers", status: 500 });
  const page = await franchisee.get("/sellers");
  control().clearFaults(fault);
  expect(page.status).toBe(500);
  expect(idOn(page)).toBe(control().requests("sellers").at(-1)?.headers["x-request-id"]);
  expect(page.headers.get("x-request-id")).not.toBe(idOn(page));
  for (const id of ["1", "zadzwoń pod 123", "<b>0</b>", "g".repeat(36), `${page.headers.get("x-request-id")}0`]) {
    const other = await anonymous.get(`/error/500?${new URLSearchParams({ id })}`);
    expect(idOn(other), id).toBe(other.headers.get("x-request-id"));
  }
});

it("A 401 offers to sign in again, back to the same page and form", async () => {
  const page = await anonymous.get(`/error/401?from=%2Fsellers%2Fnew&draft=${DRAFT}`);
  const link = page.document.querySelector("main a");
  expect(link?.text).toBe("Zaloguj się ponownie");
  const url = new URL(link?.getAttribute("href") ?? "", world.appUrl);
  expect(url.pathname).toBe("/auth/login");
  expect(url.searchParams.get("returnTo")).toBe(`/sellers/new?draft=${DRAFT}`);
});

it("The address /error shows the given title and message as text alone", async () => {
  const query = new URLSearchParams({
    title: "Brak <b>autoryzacji</b>\u202E",
    message: `<script>alert(1)</script>\r\n${"x".repeat(2000)}`,
  });
  const page = await anonymous.get(`/error?${query}`);
  expect(page.status).toBe(200);
  expect(page.document.querySelector("h1")?.innerHTML).toBe("Brak &lt;b&gt;autoryzacji&lt;/b&gt;");
  expect(page.document.querySelectorAll("main script, main b")).toEqual([]);
  expect(mainOf(page).length).toBeLessThan(1200);
  expect(page.text).not.toContain("\u202E");
});

const switchTo = (query: string, browser = world.browser()) =>
  browser.get(`/language?${query}`, { follow: false }).then((page) => ({
    to: page.location,
    cookie: page.headers.get("set-cookie"),
  }));

it("The other language opens the same page and is remembered for a year", async () => {
  const there = await switchTo("locale=en-US&returnTo=%2Fsellers%3Fq%3Da%26page%3D2");
  expect(there.to).toBe("/en-US/sellers?q=a&page=2");
  expect(there.cookie).toBe("i18n_redirected=en-US; Max-Age=31536000; Path=/; SameSite=Lax");
  expect((await switchTo("locale=pl&returnTo=%2Fen-US%2Fsellers")).to).toBe("/sellers");
  expect((await switchTo("locale=pl&returnTo=%2Fen-US")).to).toBe("/");
});

it("A switch of language leads to no other language", async () => {
  for (const locale of ["de", "en-us", "../x", "__proto__", ""]) {
    const switched = await switchTo(`locale=${encodeURIComponent(locale)}&returnTo=%2Fsellers`);
    expect(switched).toEqual({ to: "/sellers", cookie: null });
  }
});

it.each([
  ["/sellers?q=a", "/sellers?q=a"],
  ["/auth/signed-out", "/auth/signed-out"],
  ["/en-US/auth/unauthorized", "/en-US/auth/unauthorized"],
  ["/auth/login?returnTo=/", "/error"],
  ["//evil.example", "/"],
])("The address /no-scripts sends a browser from %s to %s", async (returnTo, path) => {
  const query = new URLSearchParams({ returnTo });
  const page = await anonymous.get(`/no-scripts?${query}`, { follow: false });
  expect(page.location.replace(/^\/error\?.*/, "/error")).toBe(path);
  expect(page.headers.get("set-cookie")).toMatch(/^scripts=; .*Max-Age=0/);
});

const english = { headers: { "accept-language": "de,en-GB;q=0.9,pl;q=0.5" }, follow: false };
const from = (headers: Record<string, string>) => ({ ...english, headers: { ...english.headers, ...headers } });

it("A language is looked for at the root alone, and remembered", async () => {
  const browser = world.browser();
  expect((await browser.get("/sellers", english)).location).toMatch(/^\/auth\/login/);
  expect((await world.browser().get("/", english)).location).toBe("/en-US");
  const root = await browser.get("/", english);
  expect(root.location).toBe("/en-US");
  expect(root.headers.get("set-cookie")).toContain("i18n_redirected=en-US");
  await browser.signIn(world.sandbox.accounts.listed, "/sellers");
  expect((await browser.get("/", english)).location).toBe("/en-US");
  await browser.get("/language?locale=pl&returnTo=%2F", { follow: false });
  expect((await browser.get("/", english)).status).toBe(200);
});

it("A language is changed by no click within the app", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.listed, "/sellers");
  /** Opens `/` in a browser that has no cookie of the language in use. */
  const rootFrom = (site: string, referer: string) => {
    browser.setCookie("language-in-use", "");
    return browser.get("/", from({ "sec-fetch-site": site, referer }));
  };
  for (const click of [rootFrom("same-origin", ""), rootFrom("", `${world.appUrl}/sellers`)]) {
    const { status, headers } = await click;
    const inUse = "language-in-use=pl; Path=/; HttpOnly; SameSite=Lax";
    expect([status, headers.getSetCookie()]).toEqual([200, [inUse]]);
  }
  for (const link of [rootFrom("cross-site", ""), rootFrom("", "https://other.example/")]) {
    expect((await link).location).toBe("/en-US");
  }
  browser.setCookie("language-in-use", "");
  expect((await browser.data("/", { headers: english.headers })).status).toBe(200);
});

it("The language in use stays, however one comes to the root", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.listed, "/sellers");
  for (const site of ["none", "same-origin", "cross-site"]) {
    const root = await browser.get("/", from({ "sec-fetch-site": site }));
    expect([root.status, root.headers.getSetCookie()], site).toEqual([200, []]);
  }
  await browser.get("/en-US/sellers", english);
  const root = await browser.get("/", english);
  // The language was in use, not chosen, so no cookie stores it.
  expect([root.location, root.headers.getSetCookie()]).toEqual(["/en-US", []]);
  await browser.get("/language?locale=pl&returnTo=%2F", { follow: false });
  expect((await browser.get("/", english)).status).toBe(200);
});

it("The configured language is the root's until another is chosen", async () => {
  const other = await sharedWorld({ env: { I18N_ROOT_REDIRECT: "en-US" } });
  onTestFinished(() => other.close());
  const browser = other.browser();
  const page = await browser.signIn(other.sandbox.accounts.franchisee);
  expect(page.path).toBe("/en-US");
  expect(page.attribute("html", "lang")).toBe("en-US");
  await browser.get("/language?locale=pl&returnTo=%2F", { follow: false });
  const chosen = await browser.get("/", english);
  expect([chosen.status, chosen.headers.getSetCookie()]).toEqual([200, []]);
});

it("The statements on accessibility and privacy are open to everybody", async () => {
  for (const [label, path, heading] of [
    ["Deklaracja dostępności", "/accessibility", "Deklaracja dostępności"],
    ["Prywatność", "/privacy", "Prywatność"],
  ]) {
    expect((await anonymous.get("/auth/signed-out")).hrefOf(label as string, "footer")).toBe(path);
    for (const browser of [anonymous, franchisee]) {
      const page = await browser.get(path as string);
      expect([page.textOf("h1"), page.textOf("title")]).toEqual([heading, `${heading} – Panel franczyzobiorcy`]);
    }
  }
  expect(mainOf(await anonymous.get("/accessibility"))).toContain("WCAG 2.1");
  expect((await anonymous.get("/en-US/accessibility")).textOf("h1")).toBe("Accessibility statement");
  expect(mainOf(await franchisee.get("/privacy"))).toContain("365 dni");
  expect((await anonymous.get("/en-US/privacy")).textOf("h1")).toBe("Privacy");
});

it("A picture is served privately as what its bytes are, and sent once", async () => {
  const page = await franchisee.get("/profile/image");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("image/png");
  expect(page.headers.get("cache-control")).toBe("private, no-cache");
  expect(page.via).toEqual([]);
  const etag = page.headers.get("etag") as string;
  const again = await franchisee.get("/profile/image", { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  expect(again.text).toBe("");
});

it("A picture has an address by which nobody gets another person's", async () => {
  const other = await signedIn("listed");
  const addressIn = async (browser: BrowserSession) =>
    /\/profile\/image\?of=[\w-]+/.exec((await browser.get("/profile")).text)?.[0] as string;
  const [own, others] = [await addressIn(franchisee), await addressIn(other)];
  expect(own).not.toBe(others);
  const picture = await franchisee.get(own);
  expect([picture.status, picture.headers.get("cache-control")]).toEqual([200, "private, max-age=600"]);
  const foreign = await franchisee.get(others);
  expect([foreign.status, foreign.text, foreign.headers.get("cache-control")]).toEqual([404, "", "no-store"]);
});

it("The dashboard is whole without a script, with the numbers in it", async () => {
  const page = await franchisee.get("/");
  const all = control().sellers();
  const active = all.filter((seller) => seller.accountEnabled).length;
  const numbers = page.document.querySelectorAll("main strong").map((number) => Number(number.text));
  expect(numbers.slice(0, 3)).toEqual([all.length, active, all.length - active]);
  expect(page.textOf("h1")).toBe("Dzień dobry!");
  expect(page.links()).toContainEqual([expect.stringMatching(/^Nieaktywni\s*\d+$/), "/sellers?status=inactive"]);
  const found = await franchisee.submit(page, { q: "zolkiewski" }, "main form:has([name=q])");
  expect([found.path, found.textOf("h1")]).toEqual(["/sellers?q=zolkiewski", "Sprzedawcy"]);
});

it("The dashboard's old address leads to it", async () => {
  const page = await franchisee.get("/dashboard", { follow: false });
  expect([page.status, page.location]).toEqual([301, "/"]);
  expect((await franchisee.get("/en-US/dashboard", { follow: false })).location).toBe("/en-US");
});

it("The profile tells what the directory and the session know", async () => {
  const browser = world.browser();
  const page = await browser.signIn(world.sandbox.accounts.listed, "/profile");
  const words = ["Łukasz Żółkiewski", "lukasz.zolkiewski@example.pl", "Kierownik regionu", "Franczyzobiorca", "Trener"];
  for (const each of words) expect(page.textOf("main")).toContain(each);
  expect(page.textOf("main")).toMatch(/Zalogowano\s*\d\d\.\d\d\.\d{4} \d\d:\d\d/);
});

it("Preferences are a cookie that holds nothing else, with defaults", async () => {
  const browser = await signedIn("listed");
  const form = await browser.get("/preferences");
  const saved = await browser.submit(form, {
    colorScheme: "dark",
    density: "compact",
    pageSize: "100",
    shortcuts: undefined,
  });
  expect(saved.path).toBe("/preferences");
  expect(saved.textOf("[role=status]")).toContain("Zapisano ustawienia");
  expect(saved.attribute("html", "data-color-scheme")).toBe("dark");
  const fields = Object.fromEntries(saved.form("main form").fields);
  expect(fields).toEqual({
    formKey: expect.any(String),
    locale: "pl",
    colorScheme: "dark",
    density: "compact",
    pageSize: "100",
  });
  expect((await browser.get("/preferences")).textOf("[role=status]")).toBe("");

  const wrong = await browser.submit(saved, { colorScheme: "neon", pageSize: "100000", locale: "xx" });
  expect(wrong.attribute("html", "data-color-scheme")).toBe("auto");
  expect(wrong.form("main form").fields.get("pageSize")).toBe("20");
});

it("The list's menu saves its look and leaves the other preferences", async () => {
  const browser = await signedIn("listed");
  await browser.submit(await browser.get("/preferences"), { colorScheme: "dark" }, "main form");
  const list = await browser.get("/sellers");
  const lookFields = list.form("form:has([name=columns])").fields;
  lookFields.set("intent", "display");
  lookFields.set("density", "compact");
  // A page of the previous release that is still open also posts the look that it showed.
  lookFields.set("shown", "density=compact&columns=email");
  lookFields.delete("columns");
  lookFields.append("columns", "mpk");
  const look = await browser.post("/sellers", lookFields);
  expect(look.texts("thead th")).toEqual(["Nazwa wyświetlana", "MPK"]);
  expect(look.attribute("table", "data-density")).toBe("compact");
  expect(look.attribute("html", "data-color-scheme")).toBe("dark");
});

/** Sends a form with an ended session, and signs the person in again. @returns the form's page */
async function givenBack(path: string, selector: string, changes: Record<string, string | undefined>) {
  const home = new URL(world.appUrl);
  const session = franchisee.cookie("session") as string;
  const form = await franchisee.get(path);
  franchisee.setCookie("session", randomBytes(32).toString("base64url"));
  const answer = await franchisee.submit(form, changes, selector, { follow: false });
  franchisee.setCookie("session", session);
  expect(answer.status).toBe(303);
  return franchisee.get(new URL(answer.location, home).searchParams.get("returnTo") ?? "");
}

it("A list's menu is restored open, with the chosen look", async () => {
  const lookForm = "form:has([name=density])";
  const changes = { intent: "display", density: "compact", columns: "mpk" };
  const restored = await givenBack("/sellers?q=a", lookForm, changes);
  const { fields } = restored.form(lookForm);
  expect([fields.getAll("columns"), fields.get("density")]).toEqual([["mpk"], "compact"]);
  expect(restored.document.querySelector(lookForm)?.closest("details")?.hasAttribute("open")).toBe(true);
});

it("An error page speaks of no text where nothing was typed", async () => {
  const [active] = control().sellersWith(({ accountEnabled }) => accountEnabled);
  const form = await franchisee.get(`/sellers/${active?.id}/status?to=inactive`);
  control().fault({ target: "sellers", status: 403 });
  const page = await franchisee.submit(form, { reason: " " }, "form:has(input[name=accountEnabled])");
  expectAnswer(page, 403, "Wróć do formularza", "main");
  expect(mainOf(page)).not.toContain("Zachowaliśmy dane wpisane w formularzu.");
});

it("The style guide doesn't exist unless it is switched on", async () => {
  expect((await anonymous.get("/style")).status).toBe(404);
  expect((await anonymous.get("/en-US/style")).status).toBe(404);
});

it("An address with another case or a slash leads to the right one for good", async () => {
  for (const [path, right] of [
    ["/en-us/sellers/?q=a", "/en-US/sellers?q=a"],
    ["/healthz/", "/healthz"],
    ["/Sellers?q=A", "/sellers?q=A"],
    ["/Sellers/Abc/Edit", "/sellers/Abc/edit"],
  ] as const) {
    const page = await world.browser().get(path, { follow: false });
    expect([page.status, page.location]).toEqual([308, right]);
  }
});
