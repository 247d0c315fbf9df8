import { afterEach, expect, test, vi } from "vitest";
import { DatabaseFull, database } from "~/.server/db/database";
import { onBothEngines } from "../../../../test/support/own-database";
import {
  chooseDefaultView,
  clearDefaultView,
  defaultViewQuery,
  deleteView,
  MAX_VIEWS,
  renameView,
  savedViews,
  saveView,
  TooManyViews,
  ViewNameTaken,
} from "./saved-views.server";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const namesOf = async (sub: string) => (await savedViews(sub)).map(({ name }) => name);

onBothEngines(() => {
  test("Views are listed by name, and an agreed new view takes a name's place", async () => {
    await saveView("ewa", {
      name: "Żory",
      query: "q=%C5%BCory&page=7&size=100&selection=0123456789_-ABCDEFghij&evil=1",
    });
    await saveView("ewa", { name: "Łódź", query: "mpk=00&sort=-mpk" });
    await saveView("ewa", { name: "Lublin", query: "" });
    const [, before] = await savedViews("ewa");
    const taken = { namesake: { id: before?.id, name: "Łódź" } };
    for (const replaces of [undefined, "another"]) {
      await expect(saveView("ewa", { name: "łódź", query: "mpk=01" }, replaces)).rejects.toMatchObject(taken);
    }
    expect(await savedViews("ewa")).toContainEqual(before);
    await saveView("ewa", { name: "łódź", query: "mpk=01" }, before?.id);
    await saveView("ewa", { name: "łódź", query: "mpk=01" }); // a second press
    expect(await savedViews("ewa")).toEqual([
      { id: expect.any(String), name: "Lublin", query: "" },
      { id: expect.any(String), name: "łódź", query: "mpk=01" },
      { id: expect.any(String), name: "Żory", query: "q=%C5%BCory" },
    ]);
    expect(await savedViews("adam")).toEqual([]);
  });

  test("A view is deleted by its id, by its owner alone", async () => {
    await saveView("jan", { name: "Moje", query: "status=active" });
    const [view] = await savedViews("jan");
    expect(await deleteView("adam", view?.id ?? "")).toBeUndefined();
    expect(await namesOf("jan")).toEqual(["Moje"]);
    expect(await deleteView("jan", view?.id ?? "")).toMatchObject({ name: "Moje" });
    expect(await deleteView("jan", view?.id ?? "")).toBeUndefined();
    expect(await namesOf("jan")).toEqual([]);
  });

  test("A view is renamed by its owner, unless another view has the name", async () => {
    await saveView("ida", { name: "Stary", query: "status=active" });
    await saveView("ida", { name: "Zajęty", query: "" });
    const [view] = await savedViews("ida");
    await expect(renameView("ida", view?.id ?? "", "zajęty")).rejects.toThrow(ViewNameTaken);
    expect(await renameView("adam", view?.id ?? "", "Obcy")).toBe(false);
    expect(await renameView("ida", view?.id ?? "", "STARY")).toBe(true);
    expect(await renameView("ida", view?.id ?? "", "Żwawy")).toBe(true);
    expect(await savedViews("ida")).toEqual([
      { id: expect.any(String), name: "Zajęty", query: "" },
      { id: view?.id, name: "Żwawy", query: "status=active" },
    ]);
  });

  test("A person has one default view, until it is changed or deleted", async () => {
    expect(await defaultViewQuery("ewelina")).toBe("");
    await saveView("ewelina", { name: "Jeden", query: "status=active" });
    await saveView("ewelina", { name: "Dwa", query: "mpk=00" });
    const [two, one] = (await savedViews("ewelina")).map(({ id }) => id);
    expect(await chooseDefaultView("ewelina", one ?? "")).toMatchObject({ name: "Jeden", isDefault: true });
    await renameView("ewelina", one ?? "", "Zero");
    await saveView("ewelina", { name: "zero", query: "q=x" }, one);
    expect(await defaultViewQuery("ewelina")).toBe("q=x");
    expect(await chooseDefaultView("ewelina", two ?? "")).toMatchObject({ name: "Dwa" });
    expect(await chooseDefaultView("ewelina", "somebody else's")).toBeUndefined();
    expect(await defaultViewQuery("ewelina")).toBe("mpk=00");
    await clearDefaultView("ewelina");
    expect(await defaultViewQuery("ewelina")).toBe("");
    await chooseDefaultView("ewelina", two ?? "");
    const deleted = await deleteView("ewelina", two ?? "");
    expect(await defaultViewQuery("ewelina")).toBe("");
    await saveView("ewelina", deleted!);
    expect(await defaultViewQuery("ewelina")).toBe("mpk=00");
    await saveView("ewelina", { name: "Trzeci", query: "q=y", isDefault: true });
    expect(await defaultViewQuery("ewelina")).toBe("mpk=00");
  });

  test("Views saved at once in several tabs are all saved, up to the limit", async () => {
    const names = Array.from({ length: MAX_VIEWS }, (_, n) => `Widok ${n + 1}`);
    await Promise.all(names.map((name) => saveView("ola", { name, query: "" })));
    expect(await namesOf("ola")).toEqual(names);
    await expect(saveView("ola", { name: "Jeszcze jeden", query: "" })).rejects.toThrow(TooManyViews);
    const taken = (await savedViews("ola")).find(({ name }) => name === "Widok 7");
    await saveView("ola", { name: "Widok 7", query: "status=active" }, taken?.id);
    expect(await namesOf("ola")).toEqual(names);
  });

  test("A view that is looked at doesn't expire", async () => {
    const day = 24 * 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ["Date"] });
    await saveView("iga", { name: "Stały", query: "" });
    for (let days = 0; days < 900; days += 300) {
      vi.setSystemTime(Date.now() + 300 * day);
      expect(await namesOf("iga")).toEqual(["Stały"]);
    }
    vi.setSystemTime(Date.now() + 401 * day);
    expect(await namesOf("iga")).toEqual([]);
  });

  test("A full database keeps nobody from reading views that are to be renewed", async () => {
    await saveView("pełny", { name: "Moje", query: "q=sklep" });
    vi.spyOn(await database(), "updateTable").mockImplementation(() => {
      throw new DatabaseFull(new Error("full"));
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 24 * 60 * 60_000 });
    expect(await savedViews("pełny")).toMatchObject([{ name: "Moje" }]);
  });

  test("An ended view doesn't keep its name from a new one", async () => {
    await saveView("lena", { name: "Stary", query: "q=a" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 401 * 24 * 60 * 60_000 });
    await saveView("lena", { name: "Stary", query: "q=b" });
    expect(await savedViews("lena")).toMatchObject([{ name: "Stary", query: "q=b" }]);
  });
});
