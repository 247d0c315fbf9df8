import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import { createDirectoryApi, type DirectoryApi } from "./directory-api";

let server: FaultServer;
let answer: (response: ServerResponse) => unknown;
let api: DirectoryApi;

beforeAll(async () => {
  server = await startFaultServer((_request, response) => answer(response));
  Object.assign(process.env, testEnv({ PROFILE_API_URL: server.url }));
  api = createDirectoryApi({ person: "p1", current: async () => "token", renew: async () => undefined });
});
afterAll(() => server.close());

const json = (body: unknown) => (response: ServerResponse) => response.writeHead(200).end(JSON.stringify(body));

test("The profile is read at Value.directoryObject", async () => {
  answer = json({ Value: { directoryObject: { jobTitle: " Kierownik, FRANCZYZOBIORCA ", mail: null, other: 1 } } });
  expect(await api.find("a/b")).toEqual({ jobTitle: "Kierownik, FRANCZYZOBIORCA" });
  expect(server.seen.at(-1)?.url).toBe("/api/DirectoryObject/a%2Fb");
});

test("A 404, a 204 or an answer without the object means no record", async () => {
  answer = (response) => response.writeHead(404).end();
  expect(await api.find("x")).toBeNull();
  expect(await api.image("x")).toBeNull();
  answer = (response) => response.writeHead(204).end();
  expect(await api.find("x")).toBeNull();
  for (const body of [null, {}, { Value: null }, { Value: {} }, { Value: { directoryObject: null } }]) {
    answer = json(body);
    expect(await api.find("x"), JSON.stringify(body)).toBeNull();
  }
});

test.each([
  [],
  "none",
  7,
  { Value: [] },
  { Value: "none" },
  { Value: { directoryObject: [] } },
  { Value: { directoryObject: { jobTitle: ["FRANCZYZOBIORCA"] } } },
])("A body of %j is invalid rather than an absent record", async (body) => {
  answer = json(body);
  await expect(api.find("x")).rejects.toMatchObject({ backend: "profile", kind: "badBody", status: 502 });
});

test("An empty answer with 200 is an invalid body", async () => {
  answer = (response) => response.writeHead(200).end();
  await expect(api.find("x")).rejects.toMatchObject({ kind: "badBody" });
});

test("A display-only field of another type doesn't fail the profile", async () => {
  const jobTitle = `${"Kierownik, ".repeat(500)}FRANCZYZOBIORCA`;
  const odd = { displayName: {}, givenName: 7, surname: ["Nowak"], mail: "x".repeat(5_000) };
  answer = json({ Value: { directoryObject: { ...odd, jobTitle } } });
  expect(await api.find("x")).toEqual({ jobTitle });
});

test("An image is known by its bytes, whatever the header says", async () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");
  answer = (response) => response.writeHead(200, { "Content-Type": "text/html" }).end(png);
  expect(await api.image("x")).toEqual({ type: "image/png", bytes: expect.any(Uint8Array) });
  expect(server.seen.at(-1)?.url).toBe("/api/DirectoryObject/x/image");
  answer = (response) => response.writeHead(200, { "Content-Type": "image/svg+xml" }).end("<svg onload='x'/>");
  await expect(api.image("x")).rejects.toMatchObject({ kind: "badBody" });
  answer = (response) => response.writeHead(200, { "Content-Type": "image/png" }).end("<script>x</script>");
  await expect(api.image("x")).rejects.toMatchObject({ kind: "badBody" });
  answer = (response) => response.writeHead(204).end();
  expect(await api.image("x")).toBeNull();
});
