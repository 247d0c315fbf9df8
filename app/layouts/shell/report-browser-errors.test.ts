import { expect, test } from "vitest";
import { describeError } from "./report-browser-errors";

test("An error report has its name, React's number and our files alone", () => {
  const error = new RangeError("Minified React error #345; visit https://react.dev/errors/345?args[]=Anna");
  error.stack = `RangeError: Anna\n at f (https://panel.example/assets/root-B1.js:1:20)\n at /assets/x.js?q=nowak:3:4`;
  expect(describeError(error)).toEqual({ name: "RangeError", react: "345", frames: ["/assets/root-B1.js:1:20"] });
  expect(JSON.stringify(describeError(new Error("jan@example.pl")))).not.toContain("jan");
});
