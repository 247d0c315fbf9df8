import type { Plugin } from "vite";

/**
 * Modules that libraries import and no page runs in a browser: 20 kB. The build fails if an update
 * has moved such a module (docs/decisions/0009).
 */
const UNUSED_IN_BROWSERS: [importer: RegExp, imported: RegExp, instead: string][] = [
  // CSS variables as an inline style (theme.css has them), classes by width, a stored scheme.
  [
    /\/MantineProvider\.mjs$/,
    /\/(MantineCssVariables|MantineClasses|local-storage-manager)\.mjs$/,
    "export const MantineCssVariables = () => null, MantineClasses = () => null, localStorageColorSchemeManager = () => null;",
  ],
  // The spinner that slides into a button.
  [/\/Button\.mjs$/, /\/Transition\.mjs$/, "export const Transition = () => null;"],
  // Radio buttons and checkboxes as cards, or as pictures of themselves.
  [
    /\/(Checkbox|Radio)\.mjs$/,
    /\/(Checkbox|Radio)(Card|Indicator)\.mjs$/,
    "export const CheckboxCard = () => null, CheckboxIndicator = () => null, RadioCard = () => null, RadioIndicator = () => null;",
  ],
  // An avatar's default picture and letters (ui/avatar.tsx has its own), other spinners.
  [
    /\/Avatar\.mjs$/,
    /\/(AvatarPlaceholderIcon|get-initials-color)\.mjs$/,
    "export const AvatarPlaceholderIcon = () => null, getInitialsColor = () => undefined;",
  ],
  [/\/Loader\.mjs$/, /\/(Bars|Dots)\.mjs$/, "export const Bars = () => null, Dots = () => null;"],
  // Groups of buttons and avatars, a button's section, tables made of data or scrolling.
  [
    /\/(Avatar|Button|Table)\.mjs$/,
    /\/(AvatarGroup|ButtonGroup|ButtonGroupSection|TableDataRenderer|TableScrollContainer)\.mjs$/,
    "export const AvatarGroup = () => null, ButtonGroup = () => null, ButtonGroupSection = () => null, TableDataRenderer = () => null, TableScrollContainer = () => null;",
  ],
  // Data requests before single fetch, and the default hydration fallback.
  [
    /\/@remix-run\/react\/dist\/esm\/routes\.js$/,
    /\/(data|fallback)\.js$/,
    "export const fetchData = () => undefined, isRedirectResponse = () => false, isCatchResponse = () => false, isDeferredResponse = () => false, parseDeferredReadableStream = () => undefined, isDeferredData = () => false, isResponse = () => false, RemixRootDefaultHydrateFallback = () => null;",
  ],
  // Remix's lazy discovery of routes, which remix.config.js turns off.
  [
    /\/@remix-run\/react\/dist\/esm\/(browser|components)\.js$/,
    /\/fog-of-war\.js$/,
    "export const isFogOfWarEnabled = () => false, getPartialManifest = (all) => all, getPatchRoutesOnNavigationFunction = () => undefined, useFogOFWarDiscovery = () => {};",
  ],
];

export function leanLibraries(): Plugin {
  const found = new Set<number>();
  return {
    name: "lean-libraries",
    enforce: "pre",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    resolveId(source, importer = "") {
      const at = UNUSED_IN_BROWSERS.findIndex(([from, what]) => from.test(importer) && what.test(source));
      if (at < 0) return;
      found.add(at);
      return `\0unused-in-browsers:${at}`;
    },
    load: (id) => UNUSED_IN_BROWSERS[Number(/^\0unused-in-browsers:(\d+)$/.exec(id)?.[1] ?? -1)]?.[2],
    buildEnd(error) {
      if (!error && found.size < UNUSED_IN_BROWSERS.length)
        this.error("A library has moved what UNUSED_IN_BROWSERS leaves out");
    },
  };
}
