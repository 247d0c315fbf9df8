import { awake, axe, choose, expect, test } from "./fixtures";

test.beforeEach(({ world }) => {
  world.sandbox.control.clearFaults();
  world.sandbox.control.clearRequests();
  world.sandbox.control.reset();
});

test("disabling asks first, enabling doesn't; both say how it ended @both", async ({ franchisee: page, world }) => {
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  const stored = () => control.sellers().find(({ id }) => id === seller.id);
  await page.goto(`/sellers/${seller.id}`);
  await axe(page);
  await page.getByRole("link", { name: "Wyłącz konto" }).click();
  await expect(page).toHaveURL(`/sellers/${seller.id}/status?to=inactive`);
  await expect(page.getByText(`Czy wyłączyć konto sprzedawcy „${seller.displayName}”?`)).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Anuluj" }).click();
  await expect(page).toHaveURL(`/sellers/${seller.id}`);
  expect(stored()).toEqual(seller);

  await page.getByRole("link", { name: "Wyłącz konto" }).click();
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText(`Wyłączono konto sprzedawcy „${seller.displayName}”`)).toBeVisible();
  expect(stored()).toEqual({ ...seller, accountEnabled: false });

  await page.getByRole("button", { name: "Włącz konto" }).click();
  await expect(page.getByText(`Włączono konto sprzedawcy „${seller.displayName}”`)).toBeVisible();
  expect(stored()).toEqual(seller);
  const patches = control.requests("sellers").filter(({ method }) => method === "PATCH");
  expect(patches.slice(-2).map(({ body }) => body)).toEqual([{ accountEnabled: false }, { accountEnabled: true }]);
});

test("a lost answer is looked up: done is done, not done is said", async ({ franchisee: page, world }) => {
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  control.fault({ target: "sellers", method: "PATCH", loseAnswer: true, times: 1 });
  await page.goto(`/sellers/${seller.id}/status`);
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText(/^Wyłączono konto/)).toBeVisible();

  control.fault({ target: "sellers", method: "PATCH", drop: true, times: 1 });
  await page.getByRole("button", { name: "Włącz konto" }).click();
  await expect(page.getByText("Nie wiadomo, czy stan konta się zmienił")).toBeVisible();
  await expect(page.getByRole("button", { name: "Włącz konto" })).toBeVisible();

  control.fault({ target: "sellers", method: "PATCH", status: 409, times: 1 });
  await page.getByRole("button", { name: "Włącz konto" }).click();
  await expect(page.getByText("Nie udało się zmienić stanu konta")).toBeVisible();
});

test("an account that somebody else has disabled meanwhile isn't asked about again, and the reason stays", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 409/);
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  await page.goto(`/sellers/${seller.id}/status`);
  await page.getByLabel("Powód").fill("Zamknięto salon w Pile");
  control.changeSeller(seller.id, { accountEnabled: false });
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText("Nie zapisano też podanego powodu")).toBeVisible();
  await expect(page.getByLabel("Powód")).toHaveValue("Zamknięto salon w Pile");
  await expect(page.getByRole("button", { name: "Wyłącz konto" })).toHaveCount(0);
  await expect(page.getByText("Czy wyłączyć konto")).toHaveCount(0);
  await page.getByRole("link", { name: "Włącz konto" }).click();
  await expect(page.getByRole("button", { name: "Włącz konto" })).toBeVisible();
});

test("a record that is out of date asks for what its button said, not for the opposite", async ({
  franchisee: page,
  world,
}) => {
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  await page.goto(`/sellers/${seller.id}`);
  control.changeSeller(seller.id, { accountEnabled: false });
  await page.getByRole("link", { name: "Wyłącz konto" }).click();
  await expect(page.getByText(`Konto sprzedawcy „${seller.displayName}” jest już wyłączone`)).toBeVisible();
  await expect(page.getByText("Czy włączyć konto")).toHaveCount(0);
});

test("a reason that was typed stays in the form while the account isn't disabled", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of (40[09]|412|50\d)/);
  const { control } = world.sandbox;
  const seller = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  const reason = page.getByLabel("Powód");
  const alert = page.getByRole("main").getByRole("alert");
  const disable = () => page.getByRole("button", { name: "Wyłącz konto" }).click();
  await page.goto(`/sellers/${seller.id}/status`);
  await reason.fill("Zamknięto salon w Łodzi");
  const refused = "Nie udało się zmienić stanu konta";
  for (const [fault, said] of [
    [{ status: 400, times: 1 }, refused],
    [{ status: 409, times: 1 }, refused],
    [{ status: 412, times: 3 }, "ktoś właśnie zmienia tego sprzedawcę"],
    [{ drop: true, times: 1 }, "jego konto jest nadal włączone"],
  ] as const) {
    control.fault({ target: "sellers", method: "PATCH", ...fault });
    await disable();
    await expect(alert).toContainText(said);
    await expect(alert).toBeFocused();
    await expect(page).toHaveTitle(`Błąd: Wyłączenie konta: ${seller.displayName} – Panel franczyzobiorcy`);
    await expect(reason).toHaveValue("Zamknięto salon w Łodzi");
    control.clearFaults();
  }

  // Nobody can be asked what became of it.
  control.fault({ target: "sellers", method: "PATCH", delayMs: 1_500, loseAnswer: true, times: 1 });
  control.clearRequests();
  const disabling = disable();
  const sent = () => control.requests("sellers").some(({ method }) => method === "PATCH");
  await expect.poll(sent).toBe(true);
  control.fault({ target: "sellers", method: "GET", status: 503 });
  await disabling;
  await expect(page).toHaveURL(/\/error\/503\?/);
  await expect(page.getByText("najpierw sprawdzimy, czy konto jest już wyłączone")).toBeVisible();
  control.clearFaults();
  control.changeSeller(seller.id, { accountEnabled: true });
  await page.getByRole("link", { name: "Wróć do formularza" }).click();
  await expect(reason).toHaveValue("Zamknięto salon w Łodzi");
  await disable();
  await expect(page.getByText(/^Wyłączono konto/)).toBeVisible();
  await page.getByRole("link", { name: "Historia", exact: true }).last().click();
  await expect(page.getByText("Zamknięto salon w Łodzi").first()).toBeVisible();
});

test("a reason that was typed is left behind only after a question, for one account or many @js", async ({
  franchisee: page,
  problems,
  world,
}) => {
  problems.expect(/status of 400/);
  const { control } = world.sandbox;
  const [seller, ...others] = control.sellers().filter(({ accountEnabled }) => accountEnabled);
  const heading = page.getByRole("heading", { level: 1 });
  const reason = page.getByLabel("Powód");
  const cancel = page.getByRole("link", { name: "Anuluj" });
  const dialog = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  const asked: string[] = [];
  page.on("dialog", (native) => {
    asked.push(native.type());
    void native.accept();
  });
  const leaving = async () => {
    await awake(page);
    // What asks comes with a chunk of its own.
    await page.waitForLoadState("networkidle");
    await reason.fill("Zamknięto salon");
    await cancel.click();
    await dialog.getByRole("button", { name: "Zostań" }).click();
    await expect(reason).toHaveValue("Zamknięto salon");
  };

  await page.goto(`/sellers/${seller!.id}/status`);
  await leaving();
  await reason.fill("");
  await cancel.click();
  await expect(heading).toHaveText(seller!.displayName);
  await page.getByRole("link", { name: "Wyłącz konto" }).click();
  await leaving();
  await cancel.click();
  await dialog.getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(heading).toHaveText(seller!.displayName);
  // Sending it asks nothing, whatever becomes of it; what was refused is still to be lost.
  await page.goto(`/sellers/${seller!.id}/status`);
  await leaving();
  control.fault({ target: "sellers", method: "PATCH", status: 400, times: 1 });
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText("Nie udało się zmienić stanu konta")).toBeVisible();
  await cancel.click();
  await dialog.getByRole("button", { name: "Zostań" }).click();
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText(/^Wyłączono konto/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([]);

  const two = others.slice(0, 2).map(({ id }) => id);
  await choose(page, "disable", two);
  await leaving();
  // Its address is that of every such question: what was typed into one isn't for another.
  await page.goto("/sellers/bulk");
  expect(asked).toEqual(["beforeunload"]);
  await choose(page, "disable", two);
  await awake(page);
  await page.waitForLoadState("networkidle");
  await expect(reason).toHaveValue("");
  await leaving();
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual(["beforeunload"]);
});

test("the question about many accounts stands through a reload, another language and Back", async ({
  franchisee: page,
  javaScriptEnabled,
  world,
}) => {
  page.on("dialog", (native) => native.accept());
  const two = world.sandbox.control.sellers().filter(({ accountEnabled }) => accountEnabled);
  const question = page.getByText("Czy wyłączyć konta 2 sprzedawców?");
  const reason = page.getByLabel("Powód");
  await choose(page, "disable", [two[0]!.id, two[1]!.id]);
  await expect(question).toBeVisible();
  if (javaScriptEnabled) {
    await awake(page);
    // What asks, and what keeps the text, comes with a chunk of its own.
    await page.waitForLoadState("networkidle");
    await reason.fill("Zamknięto salon");
  }
  await page.reload();
  await expect(question).toBeVisible();
  if (javaScriptEnabled) {
    await expect(reason).toHaveValue("Zamknięto salon");
    await reason.fill("");
  }
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("button", { name: "Disable accounts" })).toBeVisible();
  await page.getByRole("link", { name: "Sellers" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sellers");
  await page.goBack();
  await page.getByRole("button", { name: "Disable accounts" }).click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
});

test("an unknown id is a page that doesn't exist", async ({ franchisee: page, problems }) => {
  problems.expect(/status of 404/);
  for (const path of ["nie-ma-takiego", "..%2fadmin", "nie-ma-takiego/edit", "nie-ma-takiego/status"]) {
    await page.goto(`/sellers/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nie znaleziono strony");
  }
  await page.goto(`/sellers/nie-ma-takiego?${new URLSearchParams({ from: "q=lodz&status=active" })}`);
  await expect(page.getByText("Tego sprzedawcy nie ma")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Historia" })).toBeVisible();
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(page).toHaveURL(/\/sellers\?q=lodz&status=active$/);
});
