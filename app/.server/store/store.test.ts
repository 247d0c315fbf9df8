import { expect, test } from "vitest";
import { StoreFull, StoreUnavailable } from "./store";

test("a full store is one that can't be written to, and says so; both keep what the engine said", () => {
  const cause = new Error("ENOSPC");
  expect(new StoreUnavailable(cause)).toMatchObject({
    name: "StoreUnavailable",
    message: "The store can't be reached",
    cause,
  });
  const full = new StoreFull(cause);
  expect(full).toBeInstanceOf(StoreUnavailable);
  expect(full).toMatchObject({ name: "StoreFull", message: "The store is full", cause });
});
