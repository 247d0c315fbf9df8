import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import options from "./remix.config.js";

// Tells the types of useLoaderData what remix.config.js turns on: results arrive as they are, Dates and promises too.
declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [remix(options)],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Without these the first page in development makes Vite find libraries late, and load React twice until it reloads.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/{layouts,routes}/**/*.tsx"] },
  build: { target: "es2022", assetsInlineLimit: 0 },
});
