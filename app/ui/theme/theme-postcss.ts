import { DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { CSSOptions } from "vite";
import { cssVariablesResolver, WRITTEN_PALETTES } from "./colours";
import { layoutWidths } from "./layout-widths";
import { theme } from "./theme";

type PostcssPlugin = NonNullable<Exclude<CSSOptions["postcss"], string | undefined>["plugins"]>[number];

const unusedPalettes = Object.keys(DEFAULT_THEME.colors).filter(
  (name) => !(WRITTEN_PALETTES as readonly string[]).includes(name),
);
const UNUSED_VARIABLES = new RegExp(`^--mantine-(color-(${unusedPalettes.join("|")})-|color-scheme$|breakpoint-)`);

/** Colours use `light-dark()`, which follows `color-scheme` without scripts. */
function themeVariables(): Record<string, string> {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged));
  const darkValues: Record<string, string> = dark;
  const colours = Object.entries<string>(light).map(([name, lightValue]): [string, string] => {
    const darkValue = darkValues[name] ?? lightValue;
    return [name, lightValue === darkValue ? lightValue : `light-dark(${lightValue}, ${darkValue})`];
  });
  return Object.fromEntries(
    [...Object.entries<string>(variables), ...colours].filter(([name]) => !UNUSED_VARIABLES.test(name)),
  );
}

/** A later layer overrides an earlier one; our CSS modules, which have no layer, override all. */
const LAYERS = "elements, mantine, components";

export function themePostcss(): PostcssPlugin {
  const processedNodes = new WeakSet<object>();
  return {
    postcssPlugin: "panel-theme",
    // In each sheet: a page may load any of them first, and the first sets the order of the layers.
    OnceExit(root, { AtRule }) {
      if (root.nodes.some((node) => node.type === "atrule" && node.name === "layer"))
        root.prepend(new AtRule({ name: "layer", params: LAYERS }));
    },
    AtRule: {
      "theme-variables": (rule, { Rule, Declaration }) => {
        const root = new Rule({ selector: ":root", source: rule.source });
        for (const [prop, value] of Object.entries(themeVariables())) root.append(new Declaration({ prop, value }));
        rule.replaceWith(root);
      },
      media: (rule) => {
        const params = rule.params.replace(/\((--\w+)\)/g, (written, name) => layoutWidths[name] ?? written);
        if (params !== rule.params) rule.params = params;
        if (params.includes("--")) throw rule.error(`layout-widths.ts has no such width: ${params}`);
      },
    },
    Rule(rule, { AtRule }) {
      // Removes rules for right-to-left languages, of which the app has none.
      if (rule.selector.includes('[dir="rtl"]')) {
        rule.remove();
        return;
      }
      const scheme = /\[data-mantine-color-scheme=["']?(light|dark)["']?\]/.exec(rule.selector);
      if (!scheme || processedNodes.has(rule)) return;
      processedNodes.add(rule);
      // For the preference `auto` the rule is repeated in a media query of the system's scheme.
      const forSystem = rule.clone({
        selector: rule.selector.replaceAll(scheme[0], "[data-mantine-color-scheme='auto']"),
      });
      processedNodes.add(forSystem);
      const media = new AtRule({ name: "media", params: `(prefers-color-scheme: ${scheme[1]})`, source: rule.source });
      media.append(forSystem);
      rule.after(media);
    },
  };
}
