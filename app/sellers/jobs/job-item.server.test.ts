import { expect, test } from "vitest";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { giveOwnDatabase } from "../../../test/support/own-database";
import type { AnyKind } from "./item-task.server";
import { runItem } from "./job-item.server";

giveOwnDatabase();

const context = { options: { jobId: "job" } } as Parameters<typeof runItem>[2];

/** The outcome of an item that can't be written because of this error. */
function outcomeOf(error: Error) {
  const taskOf = () => {
    throw error;
  };
  const kind = { item: z.unknown(), describe: () => ({ name: "Jan" }), taskOf };
  return runItem(kind as unknown as AnyKind, {}, context);
}

test.each([
  [403, "forbidden"],
  [404, "gone"],
  [410, "gone"],
  [422, "refused"],
  [500, "badAnswer"],
  [504, "badAnswer"],
] as const)("An item after a %i fails as %s", async (status, reason) => {
  const error = new BackendError("sellers", "status", { status });
  expect(await outcomeOf(error)).toEqual({ name: "Jan", result: "failed", reason });
});

test.each([
  ["badBody", "badAnswer"],
  ["tooLarge", "badAnswer"],
  ["redirect", "badAnswer"],
  ["timeout", "timeout"],
] as const)("An item whose response is %s fails as %s", async (kind, reason) => {
  expect(await outcomeOf(new BackendError("sellers", kind))).toEqual({ name: "Jan", result: "failed", reason });
});

test.each([
  ["unavailable", new BackendError("sellers", "unreachable")],
  ["signInUnavailable", new ProviderUnavailable("down")],
])("An unavailable system halts the job by its own name: %s", async (halt, error) => {
  expect(await outcomeOf(error)).toEqual({ halt });
});

test("A lost response makes an item unknown, and our own error a fault", async () => {
  const lost = new BackendError("sellers", "outcomeUnknown", { lostKind: "badBody" });
  expect(await outcomeOf(lost)).toEqual({ name: "Jan", result: "unknown", reason: "lostAnswer" });
  expect(await outcomeOf(new Error("broken"))).toEqual({ name: "Jan", result: "failed", reason: "fault" });
});
