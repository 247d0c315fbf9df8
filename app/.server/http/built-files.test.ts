import { expect, it } from "vitest";
import { acceptsCoding } from "./built-files";

it.each([
  ["gzip, deflate, br, zstd", true],
  ["br", true],
  ["BR;q=1.0,gzip", true],
  ["gzip, br ; q=0.05", true],
  ["br;q=0", false],
  ["gzip;q=1, br;q=0.000", false],
  ["gzip, brotli, x-br", false],
  ["*", false],
  ["", false],
])("The header %j accepts Brotli: %s", (accepted, isTaken) => {
  expect(acceptsCoding("br", accepted)).toBe(isTaken);
});
