import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { build, defineConfig, type Plugin, type UserConfigFnObject } from "vite";
import { isSaidEverywhere } from "./app/i18n/words-of-pages";
import { themePostcss } from "./app/ui/theme/theme-postcss";
import options from "./remix.config.js";
import { smallFonts } from "./scripts/lib/small-fonts";

// Tells the types of useLoaderData what remix.config.js turns on: results arrive as they are, Dates and promises too.
declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const LIBRARIES =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|i18next|react-i18next|clsx)\//;
/** The parts of Mantine that the shell and most screens show (ui/theme/mantine-styles.ts), with the hooks they run; a rarer one comes with its page. */
const MANTINE =
  /\/@mantine\/core\/esm\/(core|utils\/(?!Floating|InlineInput)\w[\w-]*|components\/(Combobox\/(ComboboxChevron|get-parsed-combobox-data)|Alert|Avatar|Badge|Button|Card|CloseButton|Group|Input|InputBase|Loader|NativeSelect|Notification|Paper|Stack|Table|Text|TextInput|Title|UnstyledButton|VisuallyHidden))\/|\/@mantine\/hooks\/esm\/(use-id|use-isomorphic-effect|utils\/random-id)\//;
/** Mantine's other inputs, for forms and preferences. */
const INPUTS =
  /\/@mantine\/core\/esm\/(utils\/InlineInput|components\/(Checkbox|Fieldset|Radio))\/|\/@mantine\/hooks\/esm\/use-uncontrolled\//;
/** The bar at the top of the window, loaded once a page takes its time. */
const NPROGRESS = /\/@mantine\/nprogress\//;
/** Of a few pages alone, which wait for nothing that opens over them. */
const RARE = /\/@mantine\/core\/esm\/components\/(Kbd|Progress)\/|\/ui\/data\/progress\.tsx$/;
/** What opens over a page (palette, calendar) and what it is made of, loaded when it is asked for. */
const OVERLAYS =
  /\/node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tabbable|dayjs)\//;
const appFile = (path: string) => fileURLToPath(new URL(`./app/${path}`, import.meta.url));
/** Folders whose own files every page loads; what lies in a folder below comes with the page that asks for it. */
const SHARED = ["i18n", "layouts/shell", "ui"].map(appFile);
/** What is small and belongs to many signed-in pages comes with their layout: a request costs more than it does. */
const SIGNED_IN = [
  "layouts/default.tsx",
  "auth/session/unsaved.ts",
  "auth/session/watch-session.ts",
  "sellers/change.ts",
  "sellers/clean-text.ts",
  "sellers/list-link.ts",
  "sellers/list/use-chosen.ts",
  "sellers/undo.ts",
  "ui/form/field-errors.tsx",
  "ui/form/submit-button.tsx",
].map(appFile);
/** What is said of changes on the dashboard, at a seller and in the history. */
const CHANGES = /\/sellers\/history\/(day-name|field-changes|latest-rows|outcome-marks)\.(tsx|module\.css)$/;
/** What imports, jobs and questions about many sellers are shown with. */
const WORK = /\/(ui\/data\/(counts|data-table|page-turner)|sellers\/(jobs\/job|record\/reason-field))\.tsx?$/;
/** Style sheets that several pages of a kind share lie together, as each page is to load two. */
const SHEETS: [chunk: string, sheet: RegExp][] = [
  ["root", /\/(default|keyboard|data-table|form)\.module\.css$/],
  ["inputs", /\/((choices|seller-form|conflict-choice)\.module|(Radio|Fieldset)\.layer)\.css$/],
  ["rare", /\/((changes-chart|keys|seller-counts)\.module|(Kbd|Progress)\.layer)\.css$/],
];

/**
 * What a page loads, in few files: the libraries, which stay in a browser's cache from one version to the next, what every page
 * needs, what every signed-in page needs, the page's own, and its words.
 */
function chunkOf(id: string): string | undefined {
  const [file = id] = id.split("?");
  if (LIBRARIES.test(file) || MANTINE.test(file) || file.endsWith("/Combobox.module.css.mjs")) return "libraries";
  if (INPUTS.test(file)) return "inputs";
  if (NPROGRESS.test(file) && !file.endsWith(".css")) return "nprogress";
  if (RARE.test(file)) return "rare";
  if (OVERLAYS.test(file) && !file.endsWith(".css")) return "overlays";
  const [chunk] = SHEETS.find(([, sheet]) => sheet.test(file)) ?? [];
  if (chunk) return chunk;
  if (CHANGES.test(file)) return "changes";
  if (WORK.test(file)) return "work";
  const [, locale, namespace = ""] = /\/i18n\/([\w-]+)\/page\/(\w+)\.ts$/.exec(file) ?? [];
  if (locale) return wordsChunk(locale, namespace);
  if (SIGNED_IN.includes(file)) return "signed-in";
  return file === appFile("root.tsx") || SHARED.includes(dirname(file)) ? "root" : undefined;
}

/** Which file of the built client holds a language's words; the client is built before the server, which says it to browsers. */
function wordFiles(buildDirectory: string): Record<string, string> {
  const manifest = `${buildDirectory}/client/.vite/manifest.json`;
  if (!existsSync(manifest)) return {};
  const chunks = Object.values<{ name?: string; file: string }>(JSON.parse(readFileSync(manifest, "utf8")));
  return Object.fromEntries(
    chunks.flatMap(({ name, file }) => (name?.startsWith("words-") ? [[name.slice("words-".length), `/${file}`]] : [])),
  );
}

const wordsChunk = (locale: string, namespace: string) =>
  isSaidEverywhere(namespace) ? `words-${locale}` : `words-${locale}-${namespace}`;

/** The routes whose own module lies in a chunk with what others take from it; without this each would have a file of one line beside it. */
function fewFiles(): Plugin {
  return {
    name: "few-files",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    buildStart() {
      for (const route of ["root.tsx", "layouts/default.tsx"]) {
        const id = `${appFile(route)}?__remix-build-client-route`;
        this.emitFile({ type: "chunk", id, preserveSignature: "allow-extension" });
      }
    },
  };
}

/** The thread that checks imported files is a program of its own; the server finds it beside itself (file-check.server.ts). */
function checkFileWorker(): Plugin {
  const id = fileURLToPath(new URL("./app/sellers/import/check-file.worker.server.ts", import.meta.url));
  return {
    name: "check-file-worker",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    buildStart() {
      this.emitFile({ type: "chunk", id, fileName: "check-file.worker.js" });
    },
  };
}

/** What operators run beside the server, where there are no sources: `node build/commands/doctor.js`. */
const COMMANDS = ["doctor", "privacy"];

function commands(buildDirectory: string): Plugin {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  return {
    name: "commands",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        resolve: { alias: { "~": at("./app") } },
        build: {
          ssr: true,
          target: "es2022",
          outDir: `${buildDirectory}/commands`,
          rollupOptions: { input: Object.fromEntries(COMMANDS.map((name) => [name, at(`./scripts/${name}.ts`)])) },
        },
      });
    },
  };
}

/**
 * Parts of libraries that other modules of theirs import and that no page of ours runs in a browser. 20 kB that nobody has
 * to load; the build fails when an update has moved them (docs/decisions/0009).
 */
const UNUSED_IN_BROWSERS: [importer: RegExp, imported: RegExp, instead: string][] = [
  // The variables as an inline style (ours stand in theme.css), classes by width, a chosen scheme in localStorage.
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
  // Groups of buttons and avatars, a button's plain section, a table made of data, its scrolling frame.
  [
    /\/(Avatar|Button|Table)\.mjs$/,
    /\/(AvatarGroup|ButtonGroup|ButtonGroupSection|TableDataRenderer|TableScrollContainer)\.mjs$/,
    "export const AvatarGroup = () => null, ButtonGroup = () => null, ButtonGroupSection = () => null, TableDataRenderer = () => null, TableScrollContainer = () => null;",
  ],
  // How Remix asked for data before single fetch (remix.config.js turns that on), and what it shows while a root that waits for data has nothing to show.
  [
    /\/@remix-run\/react\/dist\/esm\/routes\.js$/,
    /\/(data|fallback)\.js$/,
    "export const fetchData = () => undefined, isRedirectResponse = () => false, isCatchResponse = () => false, isDeferredResponse = () => false, parseDeferredReadableStream = () => undefined, isDeferredData = () => false, isResponse = () => false, RemixRootDefaultHydrateFallback = () => null;",
  ],
  // Remix' routes that are asked for one by one (remix.config.js turns it off).
  [
    /\/@remix-run\/react\/dist\/esm\/(browser|components)\.js$/,
    /\/fog-of-war\.js$/,
    "export const isFogOfWarEnabled = () => false, getPartialManifest = (all) => all, getPatchRoutesOnNavigationFunction = () => undefined, useFogOFWarDiscovery = () => {};",
  ],
];

function leanLibraries(): Plugin {
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

/**
 * Our own `extractStyleProps` in the place of Mantine's, on both sides: the same result for a fraction of the work. Mantine is
 * built into the server's file for it. The build fails when an update has moved it (docs/decisions/0009).
 */
function leanStyleProps(): Plugin {
  const ours = fileURLToPath(new URL("./app/ui/theme/extract-style-props.ts", import.meta.url));
  let found = false;
  return {
    name: "lean-style-props",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer = "") {
      if (!source.endsWith("/extract-style-props.mjs") || !importer.includes("/@mantine/core/")) return;
      found = true;
      return ours;
    },
    buildEnd(error) {
      if (!error && !found) this.error("Mantine has moved extractStyleProps");
    },
  };
}

/** What libraries print to the console for developers, of which a build shows nothing. */
const SAID_TO_DEVELOPERS = [
  ...["warning", "warning$1", "warnOnce", "logDeprecation", "logV6DeprecationWarnings"],
  ...["log", "warn", "deprecate"].flatMap((method) => [`this.logger.${method}`, `baseLogger.${method}`]),
];

/** The configuration of a build into that folder; a test builds into another one as well. */
export const configOf =
  (buildDirectory: string): UserConfigFnObject =>
  ({ isSsrBuild }) => ({
    plugins: [
      remix({ ...options, buildDirectory }),
      smallFonts(),
      checkFileWorker(),
      commands(buildDirectory),
      leanLibraries(),
      leanStyleProps(),
      fewFiles(),
    ],
    ssr: { noExternal: [/^@mantine\//] },
    css: { postcss: { plugins: [themePostcss()] } },
    define: {
      "import.meta.env.CLIENT_FILES": JSON.stringify(`${buildDirectory}/client`),
      "import.meta.env.WORD_FILES": JSON.stringify(isSsrBuild ? wordFiles(buildDirectory) : {}),
    },
    resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
    // Without these the first page in development makes Vite find libraries late, and load React twice until it reloads.
    optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/layouts/*.tsx", "app/**/*.route.tsx"] },
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      // A twentieth less to load than by esbuild, for some seconds of building; the licences' comments stay.
      minify: isSsrBuild ? false : "terser",
      terserOptions: {
        module: true,
        ecma: 2020,
        compress: { passes: 2, pure_funcs: SAID_TO_DEVELOPERS },
        format: { comments: "some" },
      },
      rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
    },
  });

export default defineConfig(configOf("build"));
