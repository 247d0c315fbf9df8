import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveOwnDatabase } from "../../test/support/own-database";
import { admittedRows } from "./admitted-rows.server";
import type { FranchiseeContext } from "./franchisee-context.server";
import { createSession, endSession } from "./session/session.server";

giveOwnDatabase();

const directory = vi.hoisted(() => ({ jobTitle: "FRANCZYZOBIORCA" }));
vi.mock("./directory-profiles.server", () => ({
  profileOrFallback: async () => ({ profile: { ...directory }, isFallback: false }),
}));

let clock: number;
beforeEach(() => {
  clock = 0;
  directory.jobTitle = "FRANCZYZOBIORCA";
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => vi.restoreAllMocks());

/** Reads a file of ten rows, one in 2 s, and lets `happen` at the fourth. */
async function read(happen: (key: string) => unknown): Promise<string[][]> {
  const person = { iss: "https://login.example", sub: "anna", name: "Anna", sid: "s" };
  const request = new Request("http://127.0.0.1/");
  const { key } = await createSession(request, person, { accessToken: "a", idToken: "i" });
  const reader = { session: { key }, tokens: {}, t: (text: string) => text } as unknown as FranchiseeContext;
  async function* rows() {
    for (let row = 1; row <= 10; row += 1) {
      clock += 2_000;
      if (row === 4) await happen(key);
      yield [[`${row}`, "x"]];
    }
  }
  const file: string[][] = [];
  for await (const batch of admittedRows(reader, rows(), { columns: 2 })) file.push(...batch);
  return file;
}

const firstRows = (count: number) => Array.from({ length: count }, (_none, at) => [`${at + 1}`, "x"]);
const LAST = ["files:accessEnded", ""];

test("A file of somebody who stays is whole", async () => {
  expect(await read(() => undefined)).toEqual(firstRows(10));
});

test("A file ends within 5 s after its person has signed out", async () => {
  expect(await read((key) => endSession(key, "signedOut"))).toEqual([...firstRows(5), LAST]);
});

test("A file ends within 5 s after its person has lost the role", async () => {
  const lose = () => {
    directory.jobTitle = "SPRZEDAWCA";
  };
  expect(await read(lose)).toEqual([...firstRows(5), LAST]);
});
