import { expect, it } from "vitest";
import { readSellerRecord } from "./seller-wire";

const answerOf = (body: unknown, headers: Record<string, string> = {}) => ({
  status: 200,
  headers: new Headers(headers),
  bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
});
const read = (body: unknown, headers?: Record<string, string>) => readSellerRecord(answerOf(body, headers));

it("A record with missing fields can be opened", () => {
  const empty = {
    displayName: "",
    email: "",
    firstName: undefined,
    surname: undefined,
    accountEnabled: false,
    mpk: "",
  };
  expect(read({ id: "a" }).seller).toEqual({ id: "a", ...empty });
  const nulls = { displayName: null, email: null, firstName: null, surname: null, accountEnabled: null, mpk: null };
  expect(read({ id: 7, ...nulls }).seller).toEqual({ id: "7", ...empty });
  expect(read({ id: "a", firstName: "", surname: "" }).seller).toEqual({ id: "a", ...empty });
});

it("A number in a record is read as a text", () => {
  expect(read({ id: 7, displayName: 8, firstName: 9, email: 0, mpk: 12 }).seller).toMatchObject({
    id: "7",
    displayName: "8",
    firstName: "9",
    email: "0",
    mpk: "12",
  });
});

it("Half of a surrogate pair is replaced in a record", () => {
  const half = "a\ud800b";
  const record = { id: half, displayName: half, email: half, firstName: half, surname: half, mpk: half };
  expect(Object.values(read(record).seller).filter((value) => String(value).includes("\ufffd"))).toHaveLength(6);
  expect(JSON.stringify(read(record).seller)).not.toContain("\\ud800");
});

it("A record is read wrapped or bare, with its ETag if it has one", () => {
  const bare = { id: "a", other: [1] };
  expect(read({ seller: bare }, { ETag: '"v"' })).toMatchObject({ raw: bare, etag: '"v"' });
  expect(read(bare)).toMatchObject({ raw: bare, etag: undefined });
  expect(read({ id: "a", seller: "x" })).toMatchObject({ raw: { id: "a", seller: "x" } });
});

it.each([{}, { id: "" }, { id: null }, { id: "a", firstName: [] }, { id: "a", accountEnabled: "yes" }, [], "a", null])(
  "A body of %j is no record",
  (body) => {
    expect(() => read(body)).toThrow();
  },
);
