import { beforeEach, expect, test, vi } from "vitest";
import { ProviderDocument } from "./provider-document.server";

vi.mock("~/.server/log", () => ({ log: () => ({ warn: () => undefined }) }));

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("An invalidated document that can't be read is read once in 30 s", async () => {
  const read = vi.fn().mockResolvedValueOnce("first").mockRejectedValue(new Error("down"));
  const document = new ProviderDocument<string>({ name: "the document", read, freshMs: 3_600_000 });
  expect(await document.get()).toBe("first");
  vi.advanceTimersByTime(31_000);
  for (let times = 0; times < 5; times += 1) {
    document.invalidate();
    expect(await document.get()).toBe("first");
  }
  expect(read).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(31_000);
  document.invalidate();
  await document.get();
  expect(read).toHaveBeenCalledTimes(3);
});
