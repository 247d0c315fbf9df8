import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type UserConfigFnObject } from "vite";
import options from "./remix.config.js";

// Tells the types of useLoaderData what remix.config.js turns on: results arrive as they are, Dates and promises too.
declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

const LIBRARIES =
  /\/node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|i18next|react-i18next)\//;
/** Folders whose own files every page loads; what lies in a folder below comes with the page that asks for it. */
const SHARED = ["i18n", "layouts/shell", "ui"].map((folder) =>
  fileURLToPath(new URL(`./app/${folder}`, import.meta.url)),
);

/**
 * What every page loads, in two chunks instead of thirty: the libraries, which stay in a browser's cache from one
 * version to the next, and our shared parts.
 */
function sharedChunk(id: string): string | undefined {
  if (LIBRARIES.test(id)) return "libraries";
  return SHARED.includes(dirname(id)) ? "shared" : undefined;
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

/** The configuration of a build into that folder; a test builds into another one as well. */
export const configOf =
  (buildDirectory: string): UserConfigFnObject =>
  ({ isSsrBuild }) => ({
    plugins: [remix({ ...options, buildDirectory }), checkFileWorker()],
    define: { "import.meta.env.CLIENT_FILES": JSON.stringify(`${buildDirectory}/client`) },
    resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
    // Without these the first page in development makes Vite find libraries late, and load React twice until it reloads.
    optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/layouts/*.tsx", "app/**/*.route.tsx"] },
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      // A twentieth less to load than by esbuild, for some seconds of building; the licences' comments stay.
      minify: isSsrBuild ? false : "terser",
      terserOptions: { module: true, ecma: 2020, compress: { passes: 2 }, format: { comments: "some" } },
      rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedChunk } },
    },
  });

export default defineConfig(configOf("build"));
