import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { inRequestScope } from "~/.server/http/request-scope";
import { testEnv } from "../../../test/support/test-env";
import { exchangeSlot } from "./exchange-slots.server";

Object.assign(process.env, testEnv());

test("Answers whose senders have left keep nobody waiting", async () => {
  const taken = await Promise.all(Array.from({ length: 96 }, () => exchangeSlot("203.0.113.1")));
  const response = new EventEmitter().setMaxListeners(0) as ServerResponse;
  const answers = Array.from({ length: 256 }, () =>
    inRequestScope({ headers: {}, url: "/auth" } as IncomingMessage, response, () => exchangeSlot("203.0.113.1")),
  );
  response.emit("close");
  for (const answer of await Promise.allSettled(answers)) {
    expect(answer).toMatchObject({ reason: { message: "The browser no longer waits for this sign-in" } });
  }
  const next = exchangeSlot("203.0.113.1");
  for (const giveBack of taken) giveBack();
  (await next)();
});

test("Endless answers from one address leave the others' sign-ins alone", async () => {
  const answers = Promise.allSettled(Array.from({ length: 1_000 }, () => exchangeSlot("203.0.113.1")));
  const refused = { message: "Too many sign-ins are being finished" };
  await expect(exchangeSlot("203.0.113.1")).rejects.toMatchObject(refused);
  for (const client of ["198.51.100.7", "session:1"]) (await exchangeSlot(client))();
  const finished = (await answers).filter(({ status }) => status === "fulfilled");
  expect(finished).toHaveLength(96);
}, 30_000);
