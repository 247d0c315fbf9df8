import { expect, test } from "vitest";
import { barChart } from "./bar-chart";

test("A bar is as long as its figure's share of the greatest", () => {
  const bars = [
    { what: "list", value: 20 },
    { what: "a & b <c>", value: 5 },
  ];
  const svg = barChart("Cost", bars, "ms");
  const [longest = 0, other = 0] = [...svg.matchAll(/class="bar"[^>]* width="(\d+)"/g)].map(([, width]) =>
    Number(width),
  );
  expect(longest / other).toBeCloseTo(4, 1);
  expect([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)).toEqual([
    "Cost",
    "list",
    "20.0 ms",
    "a &amp; b &lt;c>",
    "5.0 ms",
  ]);
});
