import { expect, test } from "vitest";
import { parseProblem, problemText } from "./problem-details";

test("Title, detail and field errors of a problem document are read", () => {
  const body = {
    title: "Źle",
    detail: "Popraw pola",
    errors: { email: ["Zajęty", "Za długi"], Mpk: "Nieznane" },
    x: 1,
  };
  expect(parseProblem(JSON.stringify(body))).toEqual({
    title: "Źle",
    detail: "Popraw pola",
    errors: { email: ["Zajęty", "Za długi"], Mpk: ["Nieznane"] },
  });
});

test.each(["", "<html>", "null", "[]", '"text"', "7"])("The text %j is no problem document", (body) => {
  expect(parseProblem(body)).toBeUndefined();
});

test("A message stands in for a missing detail", () => {
  expect(parseProblem('{"message":"Zajęty"}')?.detail).toBe("Zajęty");
  expect(parseProblem('{"detail":" ","message":"Zajęty"}')?.detail).toBe("Zajęty");
  expect(parseProblem('{"detail":"Popraw","message":"Zajęty"}')?.detail).toBe("Popraw");
  expect(parseProblem('{"message":["x"]}')?.detail).toBeUndefined();
});

test("The texts of a problem are short single lines, limited in number", () => {
  const errors = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`f${n}`, Array(50).fill("a\u0000\n\u202Eb")]),
  );
  const problem = parseProblem(JSON.stringify({ title: "x".repeat(10_000), detail: { a: 1 }, errors }));
  expect(problem?.title).toHaveLength(300);
  expect(problem?.detail).toBeUndefined();
  expect(Object.keys(problem?.errors ?? {})).toHaveLength(50);
  expect(problem?.errors.f0).toEqual(Array(5).fill("a b"));
});

test("A field named like a part of every object does no harm", () => {
  const problem = parseProblem('{"errors":{"__proto__":["x"],"constructor":["y"]}}');
  expect(Object.keys(problem?.errors ?? {})).toEqual(["__proto__", "constructor"]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("A field without usable texts is left out, as are unnamed errors", () => {
  expect(parseProblem('{"errors":{"a":[" ",7],"b":null,"c":["x",5]}}')?.errors).toEqual({ c: ["x"] });
  expect(parseProblem('{"errors":["x"]}')?.errors).toEqual({});
  expect(parseProblem('{"errors":null}')?.errors).toEqual({});
  expect(parseProblem('{"errors":"x"}')?.errors).toEqual({});
  expect(Object.keys(parseProblem(JSON.stringify({ errors: { ["f".repeat(200)]: "x" } }))?.errors ?? {})).toEqual([
    "f".repeat(100),
  ]);
});

test("A problem's line has its detail and its fields' texts, or its title", () => {
  const errors = { email: ["Zajęty.", "Za długi."], mpk: ["Nieznane."] };
  expect(problemText({ title: "Źle", detail: "Popraw pola.", errors })).toBe(
    "Popraw pola. Zajęty. Za długi. Nieznane.",
  );
  expect(problemText({ title: "Bad Request", errors })).toBe("Zajęty. Za długi. Nieznane.");
  expect(problemText({ title: "Źle", errors: {} })).toBe("Źle");
  expect(problemText({ errors: { a: ["x".repeat(300)], b: ["y".repeat(300)] } })).toHaveLength(500);
  expect([problemText(undefined), problemText({ errors: {} })]).toEqual([undefined, undefined]);
});
