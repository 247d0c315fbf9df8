import { DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import type { CSSOptions } from "vite";
import { cssVariablesResolver, WRITTEN_PALETTES } from "./colours";
import { layoutWidths } from "./layout-widths";
import { theme } from "./theme";

type PostcssPlugin = NonNullable<Exclude<CSSOptions["postcss"], string | undefined>["plugins"]>[number];

const unusedPalettes = Object.keys(DEFAULT_THEME.colors).filter(
  (name) => !(WRITTEN_PALETTES as readonly string[]).includes(name),
);
const LEFT_OUT = new RegExp(`^--mantine-(color-(${unusedPalettes.join("|")})-|color-scheme$|breakpoint-)`);

/**
 * Returns the theme as CSS variables, so that no page has them inline. Colours use light-dark(),
 * which follows `color-scheme` without scripts.
 */
function themeVariables(): Record<string, string> {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged));
  const darkValues: Record<string, string> = dark;
  const colours = Object.entries<string>(light).map(([name, lightValue]): [string, string] => {
    const darkValue = darkValues[name] ?? lightValue;
    return [name, lightValue === darkValue ? lightValue : `light-dark(${lightValue}, ${darkValue})`];
  });
  return Object.fromEntries(
    [...Object.entries<string>(variables), ...colours].filter(([name]) => !LEFT_OUT.test(name)),
  );
}

/** A later layer overrides an earlier one; our CSS modules, which have no layer, override all. */
const LAYERS = "elements, mantine, components";

/**
 * - declares the layers' order in each sheet that uses layers;
 * - replaces `@theme-variables;` by the theme's variables, and `@media (--phone)` by its width, as
 *   CSS itself will do with custom media;
 * - removes rules for writing from right to left;
 * - repeats each rule for a colour scheme for `auto`, where the system chooses, also without a
 *   script.
 */
export function themePostcss(): PostcssPlugin {
  const processedNodes = new WeakSet<object>();
  return {
    postcssPlugin: "panel-theme",
    // A page may load any sheet first, and the first one sets the order of the layers.
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
        const params = rule.params.replace(/\((--\w+)\)/g, (unknown, name) => layoutWidths[name] ?? unknown);
        if (params !== rule.params) rule.params = params;
        if (params.includes("--")) throw rule.error(`layout-widths.ts has no such width: ${params}`);
      },
    },
    Rule(rule, { AtRule }) {
      // No language of ours runs from right to left.
      if (rule.selector.includes('[dir="rtl"]')) {
        rule.remove();
        return;
      }
      const scheme = /\[data-mantine-color-scheme=["']?(light|dark)["']?\]/.exec(rule.selector);
      if (!scheme || processedNodes.has(rule)) return;
      processedNodes.add(rule);
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
