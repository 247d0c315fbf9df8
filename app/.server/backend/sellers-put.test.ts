import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, startFaultServer } from "../../../test/support/fault-server";
import { testEnv } from "../../../test/support/test-env";
import { createSellersApi } from "./sellers-api";

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer((_request, response) => response.end('{"seller":{"id":"s1"}}'));
  Object.assign(process.env, testEnv({ SELLERS_API_URL: server.url, SELLERS_PUT: "exact" }));
});
afterAll(() => server.close());

test("SELLERS_PUT=exact sends only the fields that the app knows", async () => {
  const known = { displayName: "Nowa", email: "n@b.pl", mpk: "0001", accountEnabled: true };
  const base = { seller: { id: "s1", ...known }, raw: { id: "s1", ...known, region: "łódzkie", nested: { a: [1] } } };
  const api = createSellersApi({ person: "p1", current: async () => "token", renew: async () => undefined });
  await api.update("s1", { ...known, surname: "Ćma" }, base);
  const bodies = server.seen.map(({ method, url, body }) => [method, url, JSON.parse(body)]);
  expect(bodies).toEqual([["PUT", "/api/sellers/s1", { ...known, id: "s1", surname: "Ćma" }]]);
});
