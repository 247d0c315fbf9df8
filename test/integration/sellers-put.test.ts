import { afterEach, describe, expect, it } from "vitest";
import { startWorld, type World } from "../support/world";

let world: World;
afterEach(() => world?.close());

/** Saves another MPK for the first seller by its form. */
async function save(SELLERS_PUT: string) {
  world = await startWorld({ sandbox: { sellers: { strict: true } }, env: { SELLERS_PUT } });
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  const before = world.sandbox.control.sellers()[0]!;
  const edit = await browser.get(`/sellers/${before.id}/edit`);
  const answer = await browser.submit(edit, { mpk: "00042" }, "form#seller");
  const sent = world.sandbox.control.requests("sellers").filter(({ method }) => method === "PUT");
  return { before, answer, sent: sent.map(({ body }) => body), after: world.sandbox.control.sellers()[0]! };
}

describe("a backend that refuses fields it doesn't know", () => {
  it("is sent the known ones alone with SELLERS_PUT=exact, and keeps its own", async () => {
    const { before, answer, sent, after } = await save("exact");
    expect(answer.text).toContain("Zapisano zmiany");
    const { id, displayName, email, accountEnabled, firstName, surname, createdAt, externalRef } = before;
    const names = Object.fromEntries(Object.entries({ firstName, surname }).filter(([, name]) => name));
    expect(sent).toEqual([{ id, displayName, email, accountEnabled, mpk: "00042", ...names }]);
    expect(after).toMatchObject({ mpk: "00042", createdAt, externalRef });
  });

  it("says so in the form without it, with everything typed still there", async () => {
    const { before, answer, sent, after } = await save("");
    expect(sent).toEqual([{ ...before, mpk: "00042" }]);
    expect(answer.status).toBe(400);
    expect(answer.document.querySelector("input[name=mpk]")?.getAttribute("value")).toBe("00042");
    expect(after).toEqual(before);
  });
});
