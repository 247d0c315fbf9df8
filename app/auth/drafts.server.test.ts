import { afterEach, expect, test, vi } from "vitest";
import { closeDatabase, database, openDatabase } from "~/.server/db/database";
import { formOf } from "../../test/support/form-of";
import { onBothEngines } from "../../test/support/own-database";
import {
  draftField,
  dropDraft,
  findDraft,
  findGoneDraft,
  pageOfDraft,
  postedFields,
  settleDraft,
  storeDraft,
} from "./drafts.server";
import { FORM_KEY_MAX_AGE_SECONDS } from "./form-key.server";

afterEach(() => {
  vi.useRealTimers();
});

const path = "/sellers/new?from=list";

async function draftOf(
  sub: string,
  entries: [string, string | File][] = [["displayName", "Żółta Łódź"]],
): Promise<string> {
  const id = await storeDraft({ sub, path, form: formOf(entries) });
  return id as string;
}

test("A draft's fields stand for a form that has none", () => {
  const draft = { path: "/en-US/sellers?q=a", fields: { ids: ["1", "2"], q: "a" }, files: [] };
  expect([...postedFields({ form: formOf([]), draft })]).toEqual([
    ["ids", "1"],
    ["ids", "2"],
    ["q", "a"],
  ]);
  const form = formOf([
    ["ids", "3"],
    ["file", new File(["x"], "x.csv")],
  ]);
  expect([...postedFields({ form, draft })]).toEqual([["ids", "3"]]);
  expect([...postedFields({ form: formOf([]) })]).toEqual([]);
  expect([draftField(draft, "ids"), draftField(draft, "q"), draftField(undefined, "q")]).toEqual(["1", "a", undefined]);
  expect(pageOfDraft(draft)).toBe("/sellers");
});

onBothEngines(() => {
  test("A draft gives its person everything they typed, and its page", async () => {
    const id = await draftOf("person", [
      ["formKey", "a spent key"],
      ["displayName", "Żółta Łódź"],
      ["firstName", ""],
      ["id", "1"],
      ["id", "2"],
      ["id", "3"],
      ["__proto__", "odd"],
      ["file", new File(["a;b"], "sprzedawcy.csv")],
      ["file", new File([], "")],
    ]);
    expect(id).toMatch(/^[\w-]{22}$/);
    const draft = await findDraft(id, "person");
    expect(draft).toMatchObject({
      path,
      fields: { displayName: "Żółta Łódź", firstName: "", id: ["1", "2", "3"] },
      files: ["sprzedawcy.csv"],
    });
    expect(draft?.fields).not.toHaveProperty("formKey");
    expect(Object.getPrototypeOf(draft?.fields)).toBe(Object.prototype);
  });

  test("A draft opens for no other person and for no guessed id", async () => {
    const id = await draftOf("person");
    expect(await findDraft(id, "another")).toBeUndefined();
    for (const guess of ["", "x".repeat(22), `${id}x`, "../x", "a\0b", "x".repeat(5000)]) {
      expect(await findDraft(guess, "person")).toBeUndefined();
    }
    expect(await findDraft(id, "person")).toBeDefined();
  });

  test("A stored draft is unreadable and lives as long as its form's key", async () => {
    const id = await draftOf("person", [["displayName", "secret-name"]]);
    const row = await (await database())
      .selectFrom("drafts")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.expires_at - row.created_at).toBe(FORM_KEY_MAX_AGE_SECONDS * 1000);
    expect(row.sealed_form).toMatch(/^[\w-]{12}\.[\w-]+$/);
    vi.useFakeTimers({ toFake: ["Date"], now: row.expires_at });
    expect(await findDraft(id, "person")).toBeUndefined();
  });

  test("A draft is forgotten once dropped", async () => {
    const id = await draftOf("person");
    await dropDraft(id);
    expect(await findDraft(id, "person")).toBeUndefined();
  });

  test("A missing draft is recognised by the page's address", async () => {
    const id = await draftOf("person");
    const gone = (search: string, sub = "person") => findGoneDraft(new URL(`http://page/sellers/new${search}`), sub);
    expect(await gone("")).toBeUndefined();
    expect(await gone(`?draft=${id}`)).toBeUndefined();
    expect(await gone(`?draft=${id}`, "another")).toEqual({ id });
    await dropDraft(id);
    expect(await gone(`?draft=${id}`)).toEqual({ id });
    expect(await gone(`?typed=${id}`)).toEqual({ id });
  });

  test("A saved draft keeps only its result's address, for its person alone", async () => {
    const id = await draftOf("person");
    await settleDraft(id, "another", "/sellers/2");
    expect(await findDraft(id, "person")).toBeDefined();
    await settleDraft(id, "person", "/sellers/1");
    expect(await findDraft(id, "person")).toBeUndefined();
    const page = new URL(`http://page/sellers/new?draft=${id}`);
    expect(await findGoneDraft(page, "person")).toEqual({ id, savedPath: "/sellers/1" });
    expect(await findGoneDraft(page, "another")).toEqual({ id });
  });

  test("A person has 20 drafts at most, which are the newest", async () => {
    const others = await draftOf("somebody");
    const ids: string[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    const store = async () => {
      vi.setSystemTime(Date.now() + 1);
      ids.push(await draftOf("busy"));
    };
    for (let n = 0; n < 22; n++) await store();
    const live = () => Promise.all(ids.map(async (id) => Boolean(await findDraft(id, "busy"))));
    expect(await live()).toEqual(ids.map((_, n) => n >= 2));
    expect(await findDraft(others, "somebody")).toBeDefined();
    // A draft that was saved gives way to those with text.
    await settleDraft(ids[21] ?? "", "busy", "/sellers/1");
    await store();
    expect(await live()).toEqual(ids.map((_, n) => n >= 2 && n !== 21));
  });

  test("A form of more than 64 kB isn't kept as a draft", async () => {
    const size = (length: number) => formOf([["note", "x".repeat(length)]]);
    expect(await storeDraft({ sub: "person", path, form: size(65 * 1024) })).toBeUndefined();
    expect(await storeDraft({ sub: "person", path, form: size(63 * 1024) })).toBeDefined();
  });

  test("A form of many names is read in one pass", async () => {
    const form = formOf(Array.from({ length: 1_500 }, (_none, at): [string, string] => [`field${at}`, "x"]));
    const lookUp = vi.spyOn(FormData.prototype, "getAll");
    const id = await storeDraft({ sub: "person", path, form });
    expect(Object.keys((await findDraft(id as string, "person"))?.fields ?? {})).toHaveLength(1_500);
    expect(lookUp).not.toHaveBeenCalled();
    lookUp.mockRestore();
  });
});

test("A draft that can't be deleted or settled expires by itself", async () => {
  await closeDatabase();
  Object.assign(globalThis, {
    panelDatabase: openDatabase("postgres://panel@127.0.0.1:1/panel", { warn: () => undefined }),
  });
  await expect(dropDraft("x".repeat(22))).resolves.toBeUndefined();
  await expect(settleDraft("x".repeat(22), "person", "/sellers/1")).resolves.toBeUndefined();
  await closeDatabase();
});
