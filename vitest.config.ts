import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Only what hangs is to be cut off: on a busy machine a test may get a tenth of a processor.
const unhurried = { expect: { poll: { timeout: 60_000, interval: 50 } } };
const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

/**
 * The files that take longest, the longest first: one of them begun last would be waited for alone.
 */
const LONGEST = [
  ...["replicas", "jobs", "import", "store-full", "access", "backend-down", "callback", "backup", "consent"],
  ...["providers", "renewal", "fair-shares", "scoped-backend", "backend-shapes", "redis-operated", "doctor"],
].map((name) => `test/integration/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    // More than small machines have cores: integration tests wait for servers and clocks most of
    // their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          environment: "node",
          include: ["{app,test,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["test/{integration,e2e,firefox,webkit,image}/**"],
          globalSetup: ["test/support/shared-postgres.ts"],
          ...unhurried,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          environment: "node",
          // Files of one worker share modules, and with them the worlds that are running
          // (test/support/world-pool.ts).
          isolate: false,
          include: ["test/integration/**/*.test.ts"],
          // Two builds in one test, and leases that have to end: `npm test -- --all`, at night and
          // before a release.
          exclude: process.env.PANEL_ALL_TESTS
            ? []
            : ["upgrade", "paused-process", "replicas"].map((name) => `test/integration/${name}.test.ts`),
          globalSetup: ["test/support/build.ts", "test/support/shared-postgres.ts"],
          ...unhurried,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "firefox",
          environment: "node",
          include: ["test/firefox/**/*.test.ts"],
          globalSetup: ["test/support/build.ts"],
          ...unhurried,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "webkit",
          environment: "node",
          include: ["test/webkit/**/*.test.ts"],
          globalSetup: ["test/support/build.ts"],
          ...unhurried,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "image",
          environment: "node",
          include: ["test/image/**/*.test.ts"],
          ...unhurried,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
