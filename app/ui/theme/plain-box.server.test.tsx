import { MantineProvider, Box as MantinesBox } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Box } from "./plain-box.server";

/** What a box becomes, beside another one, so that what is counted shows. */
function markup(Shown: typeof Box, props: object): string {
  return renderToStaticMarkup(
    <MantineProvider getStyleNonce={() => "once"}>
      <Shown p="xs">
        <Shown {...props}>Dalej</Shown>
      </Shown>
    </MantineProvider>,
  );
}

const theme = (given: { spacing: { md: string } }) => ({ margin: given.spacing.md });

it.each<object>([
  {},
  { component: "section", id: "a", "aria-label": "b", title: undefined, hidden: false, "data-x": true },
  { className: "a", size: "md", variant: "filled", __size: "3", tabIndex: -1 },
  { size: 3, variant: undefined, className: "" },
  { style: { color: "red" }, __vars: { "--a": "1", "--b": undefined }, p: "md", c: "dimmed", mih: 0 },
  { style: [{ color: "red" }, theme, null, [{ top: 1 }]], __vars: theme, top: 2 },
  { style: theme, bg: "green.3", fw: undefined, td: null },
  { mod: "open" },
  { mod: { open: true, closed: false, "data-size": "s", none: null, empty: "", zero: 0, gone: undefined } },
  { mod: ["a", { b: true }, undefined, null, ["c", { a: "again" }], ""] },
  { lightHidden: true, darkHidden: true, hiddenFrom: "sm", visibleFrom: "lg", className: "a" },
  { p: { base: "xs", md: "lg" }, m: { base: 1 }, className: "a" },
  { renderRoot: (props: object) => <i {...props} lang="pl" />, c: "inherit", className: "a" },
  { "data-variant": "own", variant: "filled", mod: { variant: "mod" } },
])("%j makes what Mantine's own does", (props) => {
  expect(markup(Box, props)).toBe(markup(MantinesBox, props));
});

it("leaves what is counted by `useId` as it is", () => {
  const [ours, theirs] = [Box, MantinesBox].map((Shown) => markup(Shown, { p: { base: 0, md: 1 } }));
  expect(ours).toMatch(/__m__-\w+/);
  expect(ours).toBe(theirs);
});
