import { afterEach, expect, test } from "vitest";
import { BodyTooLarge } from "~/.server/http/body-limits";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { membersIn, providerFetch } from "./provider-fetch.server";

const MIB = 1024 * 1024;
let server: FaultServer | undefined;
afterEach(() => server?.close());

const ask = async (body: string | number, headers: Record<string, string> = {}) => {
  server = await startFaultServer((_request, response) => {
    if (typeof body === "number") response.writeHead(body, headers).end();
    else response.writeHead(200, headers).end(body);
  });
  return providerFetch(server.url, { method: "GET", headers: {}, body: undefined, redirect: "manual" });
};

test("A response is passed on with its status and headers", async () => {
  const response = await ask('{"a":1}', { "X-A": "b" });
  expect([response.status, response.headers.get("X-A"), await response.json()]).toEqual([200, "b", { a: 1 }]);
});

test.each([204, 205, 304])("A %i without a body is passed on", async (status) => {
  const response = await ask(status);
  expect([response.status, response.body]).toEqual([status, null]);
});

test("A body of more than 1 MiB is an error", async () => {
  expect((await ask("x".repeat(MIB))).status).toBe(200);
  await server?.close();
  const fault = await ask("x".repeat(MIB + 1)).catch((error: Error) => error);
  expect(fault).toMatchObject({ name: "TypeError", cause: expect.any(BodyTooLarge) });
});

const members = (text: string) => membersIn(text, (name) => name !== "needed");

test("Null and empty optional values count as missing", () => {
  const said = { needed: null, number: 0, flag: false, list: [], text: " " };
  expect(members(JSON.stringify({ ...said, a: null, b: "" }))).toEqual(said);
  expect(JSON.stringify(members('{"needed":"","__proto__":null}'))).toBe('{"needed":""}');
});

test.each(["", "null", '""', "[null]", "<h1>", '{"a":null'])("The text %j is no object and has no members", (text) => {
  expect(members(text)).toBeUndefined();
});
