import { fileURLToPath } from "node:url";
import { preprocessCSS, resolveConfig } from "vite";
import { expect, it } from "vitest";
import { theme } from "./theme";
import { themePostcss } from "./theme-postcss";

const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [themePostcss()] } } }, "build");
const built = async (css: string) =>
  (await preprocessCSS(css, fileURLToPath(new URL("./made-up.css", import.meta.url)), config)).code.replace(
    /\s+/g,
    " ",
  );

it("The theme's values are written for light and dark at once", async () => {
  const css = await built("@theme-variables;");
  expect(css).toContain(`--mantine-font-family: ${theme.fontFamily}`);
  expect(css).toContain("--mantine-radius-default: 8px");
  expect(css).toContain(`--mantine-color-green-8: ${theme.colors?.green?.[8]}`);
  expect(css).toContain("--panel-canvas: light-dark(#f5f7f6, #101412)");
  expect(css).toContain("--mantine-color-body: light-dark(#fff, var(--mantine-color-dark-7))");
});

it("Mantine's rules for a scheme count for whoever follows the system", async () => {
  expect(await built(":where([data-mantine-color-scheme='dark']) .a { color: red }")).toContain(
    "@media (prefers-color-scheme: dark) {:where([data-mantine-color-scheme='auto']) .a { color: red } }",
  );
  expect(await built("[data-mantine-color-scheme] .a { color: red }")).not.toContain("@media");
});

it("Every sheet with a layer says which one gives way", async () => {
  expect(await built("@layer mantine { .a { color: red } }")).toMatch(/^@layer elements, mantine, components;/);
  expect(await built(".a { color: red }")).not.toContain("@layer");
});

it("A sheet names a window's width, and an unknown name stops the build", async () => {
  expect(await built("@media (--phone) { .a { color: red } }")).toContain("@media (width < 48em) {");
  expect(await built("@media screen and (not (--desk)) { .a { color: red } }")).toContain(
    "@media screen and (not (width >= 62em)) {",
  );
  await expect(built("@media (--phnoe) { .a { color: red } }")).rejects.toThrow("no such width");
});
