import { expect, test } from "vitest";
import { runSideBySide } from "./side-by-side.mjs";

/** Tasks that end when told, and the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string) => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(`${name} done`)));
    });
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await turn();
  };
  return { begun, run, end };
}

test("begins in order, so many at once, and nothing before what it needs has ended", async () => {
  const { begun, run, end } = tasks();
  const needs = (name: string) => (name === "browser" ? ["build", "not asked for"] : []);
  const all = runSideBySide(["build", "browser", "unit", "lint"], { atOnce: 2, needs, run });
  expect(begun).toEqual(["build", "unit"]);
  await end("unit");
  expect(begun).toEqual(["build", "unit", "lint"]);
  await end("build");
  expect(begun).toEqual(["build", "unit", "lint", "browser"]);
  await end("browser");
  await end("lint");
  const results = await all;
  expect([...results]).toEqual(["build", "browser", "unit", "lint"].map((name) => [name, `${name} done`]));
});

test("fails with a task that throws, and with tasks that wait for each other", async () => {
  const { run, end } = tasks();
  const failing = runSideBySide(["a"], { atOnce: 2, needs: () => [], run });
  await Promise.all([expect(failing).rejects.toThrow("boo"), end("a", new Error("boo"))]);
  const circle = runSideBySide(["a", "b"], { atOnce: 2, needs: (name) => (name === "a" ? ["b"] : ["a"]), run });
  await expect(circle).rejects.toThrow("These need each other: a, b");
});
