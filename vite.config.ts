import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { build, defineConfig, type Plugin } from "vite";
import { themePostcss } from "./app/ui/theme/theme-postcss";
import { version } from "./package.json";
import options from "./remix.config.js";
import { chunkOf, wordFiles } from "./scripts/build/client-chunks";
import { leanLibraries } from "./scripts/build/lean-libraries";
import { smallFonts } from "./scripts/build/small-fonts";
import { smallerFiles } from "./scripts/build/smaller-files";

// Tells useLoaderData's types that results arrive as they are, Dates and promises too.
declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** The process that checks files has a program beside the server's (start-process.ts). */
function fileCheckProcess(): Plugin {
  const source = new URL("./app/sellers/import/file-checker.process.server.ts", import.meta.url);
  return {
    name: "file-check-process",
    apply: (_config, { isSsrBuild }) => isSsrBuild === true,
    buildStart() {
      this.emitFile({ type: "chunk", id: fileURLToPath(source), fileName: "file-checker.process.js" });
    },
  };
}

/** Commands that operators run without sources: `node build/commands/doctor.js`. */
const COMMANDS = ["backup", "contract", "doctor", "privacy"];

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
 * Reloads pages where React's fast refresh would keep the old one: a route waits for its texts at
 * its top, after which its components count as another module's.
 */
function reloads(): Plugin[] {
  const reloaded = /\/app\/(?:i18n\/.+\.ts|(?:.+\/)?[\w-]+\.route\.tsx|root\.tsx|entry\.client\.tsx)$/;
  const insteadOfUpdates = (side: "client" | "ssr", order: "pre" | "post"): Plugin => ({
    name: `reloads-${side}`,
    apply: "serve",
    hotUpdate: {
      order,
      handler({ file }) {
        if (this.environment.name !== side || !reloaded.test(file)) return;
        if (side === "client") this.environment.hot.send({ type: "full-reload" });
        return [];
      },
    },
  });
  // Before Remix requests updates for the server's modules, and after it restored Vite's own.
  return [insteadOfUpdates("ssr", "pre"), insteadOfUpdates("client", "post")];
}

/**
 * Lets a route's file also hold what other files import from it. Remix asks for a file with the
 * route's exports alone, so `root.tsx` would be 170 bytes that import the shell. Such files made a
 * phone wait 0.4 s longer, because browsers have six connections over HTTP/1.1.
 */
function routesInSharedChunks(): Plugin {
  return {
    name: "routes-in-shared-chunks",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    options: (rollupOptions) => ({ ...rollupOptions, preserveEntrySignatures: "allow-extension" }),
  };
}

/**
 * Loaded from node_modules: what remix-serve loads, too, and must exist once; native code; CommonJS
 * that finds its own files (pino, pg) or patches Node (undici, prom-client).
 */
const UNBUNDLED = [
  "@photostructure/sqlite",
  "@remix-run/node",
  "@remix-run/react",
  "@remix-run/router",
  "react",
  "react-dom",
  "react-router",
  "react-router-dom",
  "pg",
  "pino",
  "pino-http",
  "prom-client",
  "undici",
];

/** The image is built without `.git`, so its builder passes the commit. */
function commit(): string {
  try {
    return process.env.COMMIT || execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

const buildDirectory = "build";

export default defineConfig(({ isSsrBuild, command }) => ({
  // Loading 350 modules takes a server 0.8 s. In development Vite can't bundle CommonJS.
  ...(command === "build" ? { ssr: { noExternal: true, external: UNBUNDLED } } : {}),
  plugins: [
    reloads(),
    remix({ ...options, buildDirectory }),
    smallFonts(),
    fileCheckProcess(),
    commands(buildDirectory),
    leanLibraries(),
    routesInSharedChunks(),
    smallerFiles(buildDirectory),
  ],
  css: {
    postcss: { plugins: [themePostcss()] },
    // A sheet's file name occurs once; Vite's own names have a hash, which packs badly.
    modules: { generateScopedName: (local, file) => `${local}_${basename(file, ".module.css")}` },
  },
  define: {
    "import.meta.env.PANEL_VERSION": JSON.stringify(version),
    "import.meta.env.PANEL_COMMIT": JSON.stringify(commit()),
    "import.meta.env.CLIENT_FILES": JSON.stringify(`${buildDirectory}/client`),
    "import.meta.env.WORD_FILES": JSON.stringify(isSsrBuild ? wordFiles(buildDirectory) : {}),
  },
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Without these, Vite finds libraries late in development and loads React twice.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/layouts/*.tsx", "app/**/*.route.tsx"] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // A twentieth smaller than by esbuild. The licences' comments stay.
    minify: isSsrBuild ? false : "terser",
    terserOptions: {
      module: true,
      ecma: 2020,
      compress: { passes: 2 },
      format: { comments: "some" },
    },
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: {
            manualChunks: chunkOf,
            // Remix needs a file per route, also for `news.route.ts`, which is empty in a browser.
            experimentalMinChunkSize: 0,
          },
          // No module here has getters that do something when read, so unused reads can go.
          treeshake: { propertyReadSideEffects: false },
        },
  },
}));
