import { afterEach, expect, test, vi } from "vitest";
import { reportHydrationError } from "./hydration-errors";

afterEach(() => vi.unstubAllGlobals());

test("A part that is drawn anew isn't reported, and any other fault is", () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  reportHydrationError(new Error("Minified React error #421; visit https://reactjs.org/docs/error-decoder.html"));
  reportHydrationError(new Error("This Suspense boundary received an update before it finished hydrating. This…"));
  expect(report).not.toHaveBeenCalled();
  const mismatch = new Error("Minified React error #418; visit https://reactjs.org/docs/error-decoder.html");
  reportHydrationError(mismatch);
  expect(report).toHaveBeenCalledExactlyOnceWith(mismatch);
});
