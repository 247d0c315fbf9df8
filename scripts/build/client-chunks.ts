import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedNamespaces } from "../../app/i18n/page-namespaces";

const LIBRARIES =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|clsx)\//;
/** Mantine's components of most screens (ui/theme/mantine-styles.ts), with their hooks. */
const MANTINE =
  /\/@mantine\/core\/esm\/(core|utils\/(?!Floating|InlineInput)\w[\w-]*|components\/(Combobox\/(ComboboxChevron|get-parsed-combobox-data)|Alert|CloseButton|Group|Input|InputBase|Loader|NativeSelect|Notification|Stack|Text|TextInput|UnstyledButton))\/|\/@mantine\/hooks\/esm\/(use-debounced-(callback|value)|use-did-update|use-hotkeys|use-id|use-isomorphic-effect|use-mounted|use-pagination|use-uncontrolled|use-window-event|utils\/(random-id|use-callback-ref))\//;
/** Mantine's other inputs, for forms and preferences. */
const INPUTS =
  /\/@mantine\/core\/esm\/(utils\/InlineInput|components\/(Checkbox|Fieldset|Radio))\/|\/@mantine\/core\/styles\/(Fieldset|Radio)\.layer\.css$/;
/** The bar at the top of the window is loaded during the first slow navigation. */
const NPROGRESS = /\/@mantine\/nprogress\//;
/** Only a few pages need these components, and such a page needs none of `OVERLAYS` at first. */
const RARE = /\/@mantine\/core\/(?:esm\/components\/(Kbd|Progress)\/|styles\/(Kbd|Progress)\.layer\.css$)/;
/** Libraries of the palette and the calendar, which are loaded on demand. */
const OVERLAYS =
  /\/node_modules\/(@mantine|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tabbable|dayjs)\//;
const appFile = (path: string) => fileURLToPath(new URL(`../../app/${path}`, import.meta.url));
/** Every page loads the files of these folders; their subfolders are loaded where imported. */
export const SHARED = ["i18n", "layouts/shell", "ui"].map(appFile);
/**
 * Folders, without their subfolders, and files that share a chunk: small modules of many pages,
 * because a request costs more, and sheets, of which a page loads two. A file overrides its folder.
 */
export const TOGETHER: Record<string, readonly string[]> = {
  "signed-in": [
    "layouts/default.tsx",
    "layouts/shell/use-filter-form.ts",
    "auth/session/watch",
    "keyboard/shortcuts.ts",
    "domain/merge-changes.ts",
    "domain/clean-text.ts",
    "domain/paths.ts",
    "domain/search.ts",
    "ui/data/pager.tsx",
    "sellers/list/selection/use-selection.ts",
    // The list and its row menu, which is loaded on demand.
    "sellers/list/table/pinned-row.ts",
    "domain/undo.ts",
    "ui/form",
  ],
  // The dashboard, a seller's page and the history show changes with these.
  changes: [
    "sellers/history/change-parts.tsx",
    "sellers/history/change-parts.module.css",
    "sellers/history/latest-rows.tsx",
    "sellers/history/live-refresh.tsx",
    "sellers/record/neighbour-links.module.css",
  ],
  // Imports, jobs and questions about many sellers need these.
  work: ["sellers/jobs/job.ts", "sellers/record/reason-field.tsx", "ui/data"],
  shell: [
    "root.tsx",
    "keyboard/keyboard.module.css",
    "layouts/default.module.css",
    "sellers/history/day-range.module.css",
    "ui/connection",
    "ui/copy/copy-button.tsx",
    "ui/data/data-table.module.css",
    "ui/form/form.module.css",
    "ui/form/unsaved-guard.module.css",
  ],
  // The seller's form needs these at once, other forms after hydration.
  "seller-form": [
    "sellers/record/seller-form.tsx",
    "ui/form/document-guard.ts",
    "ui/form/error-summary.tsx",
    "ui/form/form-arrival.ts",
    "ui/form/form-fields.tsx",
    "ui/form/frozen-fields.ts",
    "ui/form/unsaved-guard.tsx",
  ],
  inputs: ["sellers/record/seller-form.module.css", "ui/form/choices.tsx"],
  rare: ["help/help.module.css", "home/changes-chart.module.css", "home/count-links.module.css"],
};
const CHUNK_OF = new Map(
  Object.entries(TOGETHER).flatMap(([chunk, files]) => files.map((path) => [appFile(path), chunk] as const)),
);

/**
 * Gives each page few files: libraries, which browsers cache across versions, the shell, what
 * signed-in pages share, the page's own modules, and its texts.
 * @returns undefined for a module that Rollup places by itself
 */
export function chunkOf(id: string): string | undefined {
  const file = withoutQuery(id);
  if (LIBRARIES.test(file) || MANTINE.test(file) || file.endsWith("/Combobox.module.css.mjs")) return "libraries";
  if (INPUTS.test(file)) return "inputs";
  if (NPROGRESS.test(file) && !file.endsWith(".css")) return "nprogress";
  if (RARE.test(file)) return "rare";
  if (OVERLAYS.test(file) && !file.endsWith(".css")) return "overlays";
  const chunk = CHUNK_OF.get(file) ?? CHUNK_OF.get(dirname(file));
  if (chunk) return chunk;
  const [, locale, words = ""] = /\/i18n\/([\w-]+)\/page\/([\w-]+)\.ts$/.exec(file) ?? [];
  if (locale) return wordsChunk(locale, words);
  return SHARED.includes(dirname(file)) ? "shell" : undefined;
}

/** Returns the built files of texts for the server's build, which follows the client's build. */
export function wordFiles(buildDirectory: string): Record<string, string> {
  const manifest = `${buildDirectory}/client/.vite/manifest.json`;
  if (!existsSync(manifest)) return {};
  const chunks = Object.values<{ name?: string; file: string }>(JSON.parse(readFileSync(manifest, "utf8")));
  return Object.fromEntries(
    chunks.flatMap(({ name, file }) => (name?.startsWith("words-") ? [[name.slice("words-".length), `/${file}`]] : [])),
  );
}

const wordsChunk = (locale: string, words: string) =>
  (sharedNamespaces as readonly string[]).includes(words) ? `words-${locale}` : `words-${locale}-${words}`;

const withoutQuery = (id: string) => id.replace(/\?.*$/, "");
