import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * The unit tests that judge the mutants of `npm run mutation` (stryker.config.json,
 * test/README.md): those that stand beside what is mutated. Tests of whole stores and their
 * processes stay out: under a mutant they would only wait.
 */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    environment: "node",
    // As in vitest.config.ts: one test that is late on a busy machine would end the first run, and
    // all with it. A mutant that hangs is Stryker's to end.
    testTimeout: 120_000,
    // What takes seconds by its nature (`it.skipIf`) would take them again for each of a thousand
    // mutants.
    env: { MUTATION: "on" },
    include: ["app/domain/*.test.ts", "app/auth/**/*.test.ts", "app/.server/{backend,spreadsheet,db}/**/*.test.ts"],
  },
});
