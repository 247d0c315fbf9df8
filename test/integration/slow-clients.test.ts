import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, expect, it } from "vitest";
import { startFaultServer } from "../support/fault-server";
import { giveWorld } from "./support/given-world";

const PAGES = 60;
/** A page of 1 MB; a few pages are more than the sockets' buffers hold. */
const page = (number: number) => ({
  sellers: Array.from({ length: 400 }, (_, at) => ({ id: `${number}-${at}`, displayName: "x".repeat(2_500) })),
  total: PAGES * 400,
});

/** The numbers of the pages that were requested from the backend. */
let asked: number[] = [];
let answer = (number: number, response: ServerResponse) => void response.end(JSON.stringify(page(number)));
const ordinary = answer;
const backend = await startFaultServer((incoming, response) => {
  const number = Number(new URL(incoming.url ?? "/", "http://backend").searchParams.get("page"));
  asked.push(number);
  response.setHeader("Content-Type", "application/json");
  answer(number, response);
});

// With this deadline a hanging call ends within a test only if the app ends it earlier.
const env = { SELLERS_API_URL: backend.url, SELLERS_PAGE_MAX: "400", BACKEND_TIMEOUT_MS: "120000" };
const { world, browser } = giveWorld({ isOwn: true, env });
afterAll(() => backend.close());

/** Begins an export and takes 1 kB of it. */
async function beginExport(): Promise<IncomingMessage> {
  asked = [];
  const headers = { cookie: browser.cookieHeader };
  const sent = request(new URL("/sellers/export.csv", world.appUrl), { headers, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.on("error", () => {});
  await once(response, "readable");
  response.read(1_000);
  return response;
}

it("A call that a broken-off download waits for is ended with it", async () => {
  let ended = false;
  answer = (number, response) => {
    if (number === 1) return ordinary(number, response);
    response.once("close", () => {
      ended = true;
    });
  };
  const response = await beginExport();
  response.resume();
  await expect.poll(() => asked, { timeout: 60_000 }).toEqual([1, 2]);
  response.destroy();
  await expect.poll(() => ended, { timeout: 60_000 }).toBe(true);
});

it("A connection that asks for a second download too early is cut", async () => {
  let [begun, ended] = [0, 0];
  answer = (_number, response) => {
    begun += 1;
    response.once("close", () => {
      ended += 1;
    });
  };
  const { port, host } = new URL(world.appUrl);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  const ask = () =>
    socket.write(`GET /sellers/export.csv HTTP/1.1\r\nHost: ${host}\r\nCookie: ${browser.cookieHeader}\r\n\r\n`);
  ask();
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(1);
  ask();
  await once(socket, "close");
  await expect.poll(() => ended, { timeout: 20_000 }).toBe(1);
  expect(begun).toBe(1);
});
