import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * The unit tests that judge the mutants of `npm run mutation` (stryker.config.json): those of the mutated folders.
 * Tests of whole processes (a store's crash, a server's start) stay out: under a mutant they would only wait.
 */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    environment: "node",
    include: ["app/**/*.test.{ts,tsx}"],
    exclude: ["app/i18n/catalogues.test.ts", "app/i18n/load-namespaces.test.ts", "node_modules/**"],
  },
});
