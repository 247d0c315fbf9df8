import { expect, it } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { addNews, hasNews, takeNews } from "./news";

giveOwnStore();

it("is returned once, to one of several simultaneous requests of its person", async () => {
  for (const word of ["a", "b", "c"]) await addNews("anna", word, 60);
  expect([await hasNews("anna"), await hasNews("jan"), await takeNews("jan", 9)]).toEqual([true, false, []]);
  const taken = (await Promise.all([2, 2, 2].map((most) => takeNews("anna", most)))).flat();
  expect(taken).toEqual(expect.arrayContaining(["c", "b"]));
  const rest = await takeNews("anna", 9);
  expect([...taken, ...rest].sort()).toEqual(["a", "b", "c"]);
  expect(await hasNews("anna")).toBe(false);
});

it("is returned once, even if it was written twice", async () => {
  for (const word of ["x", "x"]) await addNews("ewa", word, 60);
  expect(await takeNews("ewa", 9)).toEqual(["x"]);
});

it("the newest comes first, up to the requested number", async () => {
  for (const word of ["a", "b", "c"]) await addNews("ola", word, 60);
  expect([await takeNews("ola", 1), await takeNews("ola", 2), await takeNews("ola", 1)]).toEqual([
    ["c"],
    ["b", "a"],
    [],
  ]);
});
