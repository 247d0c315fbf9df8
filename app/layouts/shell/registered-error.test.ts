import { expect, test } from "vitest";
import { describe } from "./registered-error";

test("An error report has its name, React's number and our files alone", () => {
  const error = new RangeError("Minified React error #345; visit https://react.dev/errors/345?args[]=Anna");
  error.stack = `RangeError: Anna\n at f (https://panel.example/assets/root-B1.js:1:20)\n at /assets/x.js?q=nowak:3:4`;
  expect(describe(error)).toEqual({ name: "RangeError", react: "345", frames: ["/assets/root-B1.js:1:20"] });
  expect(JSON.stringify(describe(new Error("jan@example.pl")))).not.toContain("jan");
});
