import type { Page } from "@playwright/test";
import { expect, test, typeInto } from "./fixtures";

test.beforeEach(({ world }) => {
  world.sandbox.control.clearFaults();
  world.sandbox.control.clearRequests();
  world.sandbox.control.reset();
});
test.afterEach(({ world }) => world.sandbox.control.clearFaults());

const save = (page: Page) => page.getByRole("button", { name: "Zapisz", exact: true }).click();
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const boat = { "Nazwa wyświetlana": "Żółta Łódź", "Adres e-mail": "zolta@example.pl", Imię: "Ćma", MPK: "00777" };

async function newBoat(page: Page): Promise<void> {
  await page.goto("/sellers/new");
  for (const [label, value] of Object.entries(boat)) await page.getByLabel(label).fill(value);
}

async function expectBoatStillTyped(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(boat)) await expect(page.getByLabel(label)).toHaveValue(value);
}

test("409 is said at the form, and the form can be sent again @both", async ({ franchisee: page, problems, world }) => {
  problems.expect(/status of 409/);
  world.sandbox.control.fault({ target: "sellers", method: "POST", status: 409, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(alert(page)).toContainText("Sprzedawca z takimi danymi już istnieje");
  await expect(page).toHaveTitle(/^Błąd: Nowy sprzedawca/);
  await expectBoatStillTyped(page);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
});

const againstFields = { title: "Źle", errors: { MPK: ["Nie ma takiego MPK"], region: ["Brak regionu"] } };

for (const status of [400, 422]) {
  test(`${status} goes to the fields that the backend names`, async ({ franchisee: page, problems, world }) => {
    problems.expect(new RegExp(`status of ${status}`));
    world.sandbox.control.fault({ target: "sellers", method: "POST", status, body: againstFields, times: 1 });
    await newBoat(page);
    await save(page);
    await expect(page.getByRole("textbox", { name: "MPK" })).toHaveAccessibleDescription(/Nie ma takiego MPK/);
    await expect(alert(page)).toContainText("Brak regionu");
    await expectBoatStillTyped(page);
  });
}

test("403 that names fields shows its reasons there once the form is open again", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 403/);
  world.sandbox.control.fault({ target: "sellers", method: "POST", status: 403, body: againstFields, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Brak dostępu");
  await page.getByRole("link", { name: "Wróć do formularza" }).click();
  await expect(page.getByRole("textbox", { name: "MPK" })).toHaveAccessibleDescription(/Nie ma takiego MPK/);
  await expect(alert(page)).toContainText("Brak regionu");
  await expectBoatStillTyped(page);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
});

for (const status of [500, 403, 422, 429]) {
  test(`${status} in mid-save leads to its error page and back to the text`, async ({
    franchisee: page,
    problems,
    world,
  }) => {
    problems.expect(new RegExp(`status of ${status}`));
    world.sandbox.control.fault({ target: "sellers", method: "POST", status, times: 1 });
    await newBoat(page);
    await save(page);
    await expect(page).toHaveURL(new RegExp(`/error/${status}\\?`));
    await page.getByRole("link", { name: "Wróć do formularza" }).click();
    await expect(page.getByText("Przywróciliśmy wpisane dane")).toBeVisible();
    await expectBoatStillTyped(page);
    await save(page);
    await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
    await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/);
  });
}

test("an edit that fails comes back too, ticks included, and still knows what it started from", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of (500|409)/);
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  control.fault({ target: "sellers", method: "PUT", status: 500, times: 1 });
  await page.goto(`/sellers/${seller.id}/edit`);
  await typeInto(page.getByLabel("MPK"), "moje");
  await page.getByLabel("Konto aktywne").uncheck();
  await save(page);
  const back = page.getByRole("link", { name: "Wróć do formularza" });
  await expect(back).toBeVisible();
  control.changeSeller(seller.id, { mpk: "ich" });
  await back.click();
  await expect(page.getByLabel("MPK")).toHaveValue("moje");
  await expect(page.getByLabel("Konto aktywne")).not.toBeChecked();
  await save(page);
  await expect(page.getByRole("textbox", { name: "MPK" })).toHaveAccessibleDescription(
    /zmieniono w\stym czasie na „ich”/,
  );
});

test("created, but the answer was lost: the record is found and shown, not made twice @both", async ({
  franchisee: page,
  world,
}) => {
  world.sandbox.control.fault({ target: "sellers", method: "POST", loseAnswer: true, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(page.getByText("Odpowiedź nie dotarła, ale sprawdziliśmy")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Żółta Łódź");
  expect(world.sandbox.control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
});

test("a gateway that waited no longer: what was created behind it is shown, and else it is said that nobody knows", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 504/);
  const { control } = world.sandbox;
  control.fault({ target: "sellers", method: "POST", loseAnswer: true, status: 504, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(page.getByText("Odpowiedź nie dotarła, ale sprawdziliśmy")).toBeVisible();
  expect(control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);

  control.reset();
  control.fault({ target: "sellers", method: "POST", status: 504, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(page).toHaveURL(/\/error\/504\?/);
  await expect(page.getByRole("main")).toContainText("Nie wiadomo, czy zapisano");
  await page.getByRole("link", { name: "Wróć do formularza" }).click();
  await expectBoatStillTyped(page);
});

test("not created, and the answer was lost: said so, and only then offered again", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 50\d/);
  const { control } = world.sandbox;
  control.fault({ target: "sellers", method: "POST", drop: true, times: 1 });
  await newBoat(page);
  await save(page);
  await expect(alert(page).getByText("Nie wiadomo, czy zapisano")).toHaveCount(1);
  await expect(alert(page)).toContainText("nie ma na niej takiego sprzedawcy");
  await expect(alert(page).getByRole("heading")).toHaveText("Nie wiadomo, czy zapisano");
  await expectBoatStillTyped(page);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  expect(control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
});

test("created, the answer lost and the backend gone: the next save looks before it writes", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 50\d/);
  const { control } = world.sandbox;
  control.fault({ target: "sellers", method: "POST", loseAnswer: true, times: 1 });
  const gone = control.fault({ target: "sellers", method: "GET", status: 503 });
  await newBoat(page);
  await save(page);
  await expect(alert(page)).toContainText("jest teraz niedostępny");
  await expect(alert(page).getByText("Nie wiadomo, czy zapisano")).toHaveCount(1);
  await expectBoatStillTyped(page);
  control.clearFaults(gone);
  await save(page);
  await expect(page.getByText("Odpowiedź nie dotarła, ale sprawdziliśmy")).toBeVisible();
  expect(control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
});

test("an edit whose answer was lost is looked up", async ({ franchisee: page, problems, world }) => {
  problems.expect(/status of 50\d/);
  const { control } = world.sandbox;
  const seller = control.sellers()[3]!;
  control.fault({ target: "sellers", method: "PUT", drop: true, times: 1 });
  control.fault({ target: "sellers", method: "PUT", loseAnswer: true, times: 1 });
  await page.goto(`/sellers/${seller.id}/edit`);
  await typeInto(page.getByLabel("MPK"), "00042");
  await save(page);
  await expect(alert(page)).toContainText("nie ma w nich tych zmian");
  await expect(page.getByLabel("MPK")).toHaveValue("00042");
  await save(page);
  await expect(page.getByText("Odpowiedź nie dotarła, ale sprawdziliśmy")).toBeVisible();
  expect(control.sellers()[3]).toMatchObject({ mpk: "00042" });
});

test("an edit whose answer was lost while the backend went away keeps what was typed", async ({
  franchisee: page,
  problems,
  world,
}, { project }) => {
  problems.expect(/status of 50\d/);
  const { control } = world.sandbox;
  const seller = control.sellers()[4]!;
  await page.goto(`/sellers/${seller.id}/edit`);
  await typeInto(page.getByLabel("MPK"), "00043");
  const lost = control.fault({ target: "sellers", method: "PUT", hold: true, drop: true });
  const puts = () => control.requests("sellers").filter(({ method }) => method === "PUT").length;
  const saving = save(page);
  await expect.poll(puts).toBe(1);
  control.fault({ target: "sellers", status: 503 });
  control.clearFaults(lost);
  await saving;
  await expect(page.getByText("jest teraz niedostępny").first()).toBeVisible();
  control.clearFaults();
  if (project.name === "no-javascript") {
    await expect(page.getByText("Dane wpisane w formularzu zostały zachowane.")).toBeVisible();
    await page.getByRole("link", { name: "Wróć do formularza" }).click();
  }
  await expect(page.getByLabel("MPK")).toHaveValue("00043");
  await save(page);
  await expect(page.getByText("Zapisano zmiany")).toBeVisible();
  expect(control.sellers()[4]).toMatchObject({ mpk: "00043" });
});

test("Back and a second save make one seller; with other values it is another seller, after a question @both", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 409/);
  const made = () => world.sandbox.control.sellers().filter(({ displayName }) => displayName === "Żółta Łódź");
  await newBoat(page);
  const formKey = await page.locator("input[name=formKey]").inputValue();
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();

  const resend = async (changes: Record<string, string>) => {
    await newBoat(page);
    for (const [label, value] of Object.entries(changes)) await page.getByLabel(label).fill(value);
    await page.locator("input[name=formKey]").evaluate((input, value) => input.setAttribute("value", value), formKey);
    await save(page);
  };
  await resend({});
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();
  expect(made()).toHaveLength(1);
  await resend({ MPK: "00778", "Adres e-mail": "druga@example.pl" });
  await expect(alert(page)).toContainText("Z tego formularza dodano już sprzedawcę");
  await expect(page.getByLabel("MPK")).toHaveValue("00778");
  expect(made()).toHaveLength(1);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();
  expect(made()).toHaveLength(2);
});

test("a double click makes one seller @both", async ({ franchisee: page, world }) => {
  world.sandbox.control.fault({ target: "sellers", method: "POST", delayMs: 500, times: 1 });
  await newBoat(page);
  await page.getByRole("button", { name: "Zapisz", exact: true }).dblclick();
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();
  expect(world.sandbox.control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
});

test("a form that is held no more says so, beside what is saved", async ({ franchisee: page, problems, world }) => {
  problems.expect(/status of 403/);
  const { control } = world.sandbox;
  const seller = control.sellers()[6]!;
  const backToForm = page.getByRole("link", { name: "Wróć do formularza" });
  await page.goto(`/sellers/${seller.id}/edit`);
  await page.getByLabel("MPK").fill("00555");
  control.fault({ target: "sellers", method: "PUT", status: 403, times: 1 });
  await save(page);
  const form = (await backToForm.getAttribute("href")) ?? "";
  const other = await page.context().newPage();
  await other.goto(form);
  await save(other);
  await expect(other.getByText("Zapisano zmiany")).toBeVisible();
  control.changeSeller(seller.id, { mpk: "00666" });

  await backToForm.click();
  await expect(page.getByLabel("MPK")).toHaveValue("00666");
  const saved = page.getByRole("status").filter({ hasText: "To, co tu wpisano, jest już zapisane." });
  await expect(saved.getByRole("link", { name: "Zobacz sprzedawcę" })).toHaveAttribute("href", `/sellers/${seller.id}`);

  // One that was never saved stays until it was read.
  await page.goto(form.replace(/draft=.{4}/, "draft=AAAA"));
  const gone = page.getByRole("status").filter({ hasText: "Nie znaleźliśmy danych, które tu wpisano." });
  await expect(gone).toBeVisible();
  await page.waitForTimeout(5_000);
  await expect(gone).toBeVisible();
  await page.getByRole("link", { name: "Anuluj" }).click();
  await expect(gone).toHaveCount(0);
});

test("a form whose key isn't ours is given back with a new one", async ({ franchisee: page, problems }) => {
  problems.expect(/status of 400/);
  await newBoat(page);
  await page.locator("input[name=formKey]").evaluate((input) => input.setAttribute("value", "made-up"));
  await save(page);
  await expect(alert(page)).toContainText(/otwarty zbyt długo albo w\stym czasie zalogowała się inna osoba/);
  await expect(alert(page).getByRole("heading")).toHaveText("Nie zapisano");
  await expectBoatStillTyped(page);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();
});

test("the list of a backend that fails is an error page with a way on, not an empty list", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 50\d/);
  world.sandbox.control.fault({ target: "sellers", method: "GET", html: true });
  await page.goto("/sellers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otrzymano nieprawidłową odpowiedź");
  await expect(page.getByRole("main")).not.toContainText("Brak danych");
  const ways = page.getByRole("main").getByRole("link", { name: /^(Spróbuj ponownie|Przejdź do pulpitu)$/ });
  await expect(ways).toHaveText(["Spróbuj ponownie", "Przejdź do pulpitu"]);
  world.sandbox.control.clearFaults();
  await page.getByRole("navigation").getByRole("link", { name: "Sprzedawcy" }).click();
  await expect(page.locator("tbody th").first()).toBeVisible();
});

test("a seller who is no more: their own words, and what was typed can still become a new one", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 404/);
  const { control } = world.sandbox;
  const { id } = control.sellers()[5]!;
  await page.goto(`/sellers/${id}/edit`);
  for (const [label, value] of Object.entries(boat)) await page.getByLabel(label).fill(value);
  control.fault({ target: "sellers", path: `/api/sellers/${id}`, status: 404 });
  await save(page);
  await expect(page.getByRole("main")).toContainText("Tego sprzedawcy nie ma w systemie sprzedawców.");
  await expect(page.getByRole("main")).toContainText("Dane wpisane w formularzu zostały zachowane.");
  await expect(page.getByRole("link", { name: "Wróć do formularza" })).toHaveCount(0);
  const addAnew = page.getByRole("link", { name: "Dodaj wpisane dane jako nowego sprzedawcę" });
  const { width = 1280, height = 720 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 320, height });
  const [button, card] = [await addAnew.boundingBox(), await page.getByRole("main").boundingBox()];
  expect(button!.x).toBeGreaterThan(card!.x);
  expect(button!.x + button!.width).toBeLessThan(card!.x + card!.width);
  await page.setViewportSize({ width, height });
  await addAnew.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nowy sprzedawca");
  await expectBoatStillTyped(page);
  await save(page);
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  expect(control.sellers().filter(({ mpk }) => mpk === "00777")).toHaveLength(1);
});
