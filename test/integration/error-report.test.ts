import { expect, it } from "vitest";
import { giveWorld } from "./support/given-world";

const { world } = giveWorld();

const sent = { name: "TypeError", frames: ["/assets/root-B1.js:1:20"] };

function report(body: string, more: Record<string, string> = {}, method = "POST"): Promise<Response> {
  const headers = { origin: world.appUrl, "content-type": "application/json", ...more };
  return fetch(`${world.appUrl}/error/report`, { method, headers, body });
}

it("A browser's error is written down by its name and place", async () => {
  expect((await report(JSON.stringify({ ...sent, message: "Anna wpisała to" }))).status).toBe(204);
  await expect.poll(() => world.app.logs()).toContain('"browserError":{"name":"TypeError"');
  expect(world.app.logs()).toContain("/assets/root-B1.js:1:20");
  expect(world.app.logs()).not.toContain("Anna wpisa");
});

it.each([
  ["from another site", () => report(JSON.stringify(sent), { origin: "https://evil.example" }), 403],
  ["that is no JSON", () => report("{"), 400],
  ["of another shape", () => report(JSON.stringify({ name: "Anna Nowak", frames: [] })), 400],
  ["of 5 kB", () => report(JSON.stringify({ ...sent, more: "x".repeat(5_000) })), 413],
  ["by another method", () => report(JSON.stringify(sent), {}, "PUT"), 405],
])("No error report is taken %s", async (_what, send, status) => {
  const before = world.app.logs().split("browserError").length;
  expect((await send()).status).toBe(status);
  expect(world.app.logs().split("browserError")).toHaveLength(before);
});
