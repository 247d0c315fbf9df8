import { expect, test } from "vitest";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { testEnv } from "../../../test/support/test-env";
import type { ItemContext, JobKind } from "./job-kind.server";
import { runItem } from "./run-item.server";

Object.assign(process.env, testEnv());

const given = { note: { jobId: "job" } } as unknown as Omit<ItemContext<unknown>, "isAbout">;

/** How an item ends whose work throws this. */
function endOf(error: Error) {
  const kind = { item: z.unknown(), describe: () => ({ name: "Jan" }), run: () => Promise.reject(error) };
  return runItem(kind as unknown as JobKind<unknown, unknown>, {}, given);
}

test.each([
  [403, "forbidden"],
  [404, "gone"],
  [410, "gone"],
  [422, "refused"],
  [500, "badAnswer"],
  [504, "badAnswer"],
] as const)("an item answered %i fails as %s", async (status, reason) => {
  const error = new BackendError("sellers", "status", { status });
  expect(await endOf(error)).toEqual({ name: "Jan", result: "failed", reason });
});

test.each([
  ["badBody", "badAnswer"],
  ["tooLarge", "badAnswer"],
  ["redirect", "badAnswer"],
  ["timeout", "timeout"],
] as const)("an item whose answer is of the kind %s fails as %s", async (kind, reason) => {
  expect(await endOf(new BackendError("sellers", kind))).toEqual({ name: "Jan", result: "failed", reason });
});

test.each([
  ["unavailable", new BackendError("sellers", "unreachable")],
  ["signInUnavailable", new ProviderUnavailable("down")],
])("a system that is away is no item's failure, and told apart: %s", async (halt, error) => {
  expect(await endOf(error)).toEqual({ halt });
});

test("of a lost answer nobody knows, and what breaks here is our own fault", async () => {
  const lost = new BackendError("sellers", "outcomeUnknown", { lostBy: "badBody" });
  expect(await endOf(lost)).toEqual({ name: "Jan", result: "unknown", reason: "lostAnswer" });
  expect(await endOf(new Error("broken"))).toEqual({ name: "Jan", result: "failed", reason: "fault" });
});
