import { extractStyleProps as mantines, STYlE_PROPS_DATA } from "@mantine/core";
import { expect, test } from "vitest";
import { extractStyleProps } from "./extract-style-props";

const known = [...Object.keys(STYlE_PROPS_DATA), "hiddenFrom", "visibleFrom", "lightHidden", "darkHidden", "sx"];

test("takes out what Mantine's own takes out, and leaves the rest", () => {
  const given = Object.fromEntries(
    [...known, "id", "children", "className", "aria-label", "margin"].map((n, at) => [n, at]),
  );
  expect(extractStyleProps(given)).toEqual(mantines(given));
  expect(Object.keys(extractStyleProps(given).rest)).toEqual(["id", "children", "className", "aria-label", "margin"]);
});

test("leaves out style props that are undefined, and keeps others that are", () => {
  const given: Record<string, unknown> = { m: undefined, p: 0, c: null, title: undefined, hidden: false };
  const [ours, theirs] = [extractStyleProps(given), mantines<object>(given)];
  expect(ours).toEqual(theirs);
  expect(Object.keys(ours.styleProps)).toEqual(Object.keys(theirs.styleProps));
  expect(Object.keys(ours.rest)).toEqual(Object.keys(theirs.rest));
});
