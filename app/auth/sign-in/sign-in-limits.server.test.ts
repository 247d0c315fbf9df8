import { expect, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { exchangeSlot } from "./sign-in-limits.server";

Object.assign(process.env, testEnv());

test("Endless answers from one address leave the others' sign-ins alone", async () => {
  const answers = Promise.allSettled(Array.from({ length: 1_000 }, () => exchangeSlot("203.0.113.1")));
  const refused = { message: "Too many sign-ins are being finished" };
  await expect(exchangeSlot("203.0.113.1")).rejects.toMatchObject(refused);
  for (const client of ["198.51.100.7", "session:1"]) (await exchangeSlot(client))();
  const finished = (await answers).filter(({ status }) => status === "fulfilled");
  expect(finished).toHaveLength(96);
}, 30_000);
