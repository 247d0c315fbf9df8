import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { runInRequestScope } from "~/.server/http/request-scope";
import { exchangeCode, userInfo } from "~/auth/provider/token-requests.server";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { exchangeSlot } from "./exchange-slots.server";
import { finishSignIn } from "./finish-sign-in.server";
import { rememberAttempt } from "./sign-in-attempt.server";

vi.mock("~/auth/provider/token-requests.server", async (original) => ({
  ...(await original<object>()),
  exchangeCode: vi.fn(),
  userInfo: vi.fn(),
}));
vi.mock("~/auth/provider/discovery.server", async (original) => ({
  ...(await original<object>()),
  providerMetadata: async () => ({ issuer: "https://provider.example" }),
}));

giveOwnDatabase();

test("Answers whose senders have left keep nobody waiting", async () => {
  const taken = await Promise.all(Array.from({ length: 96 }, () => exchangeSlot("203.0.113.1")));
  const response = new EventEmitter().setMaxListeners(0) as ServerResponse;
  const answers = Array.from({ length: 256 }, () =>
    runInRequestScope({ headers: {}, url: "/auth" } as IncomingMessage, response, () => exchangeSlot("203.0.113.1")),
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
  const finished = (await answers).flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  for (const giveBack of finished) giveBack();
  expect(finished).toHaveLength(96);
});

test("Made-up answers that take all slots leave an honest answer good", async () => {
  const claims = { iss: "https://provider.example", sub: "person", aud: "panel", iat: 0, exp: 0 };
  vi.mocked(exchangeCode).mockResolvedValue({ accessToken: "access", refreshToken: "refresh", idToken: "id", claims });
  vi.mocked(userInfo).mockResolvedValue({});
  const attempt = { state: "honest", verifier: "verifier", returnTo: "/profile?a=1", startedAt: Date.now() };
  const cookie = (await rememberAttempt(new Request("http://127.0.0.1:3000/"), attempt)).split(";", 1)[0] ?? "";
  const answer = new Request("http://127.0.0.1:3000/auth?code=c&state=honest", { headers: { cookie } });
  const taken = await Promise.all(Array.from({ length: 96 }, () => exchangeSlot("")));
  const waiting = Array.from({ length: 256 }, () => exchangeSlot("").then((giveBack) => giveBack()));

  expect(await finishSignIn(answer)).toMatchObject({ status: 503, returnTo: "/profile?a=1" });
  expect(exchangeCode).not.toHaveBeenCalled();
  for (const giveBack of taken) giveBack();
  await Promise.all(waiting);
  const signedIn = (await finishSignIn(answer)) as Response;
  expect(signedIn.headers.get("Location")).toBe("/profile?a=1");
});
