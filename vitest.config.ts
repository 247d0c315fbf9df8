import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Only what hangs is to be cut off: on a busy machine a test may get a tenth of a processor.
const poll = { timeout: 60_000, interval: 50 };
const withServers = { expect: { poll }, testTimeout: 600_000, hookTimeout: 600_000 };
const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

/**
 * The files that take longest, the longest first: one of them begun last would be waited for alone.
 */
const LONGEST = [
  ...["upgrade", "replicas", "backend-down", "renewal", "paused-process", "access", "callback", "jobs", "import"],
  ...["unwritable-log", "providers", "database-down", "postgres-operated", "backup", "optional-parts", "doctor"],
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
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{app,test,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["test/{integration,e2e,firefox,webkit,image}/**"],
          globalSetup: ["test/support/shared-postgres.ts"],
          expect: { poll },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          ...withServers,
          // Files of one worker share modules, and with them the worlds that are running
          // (test/support/world-pool.ts).
          isolate: false,
          include: ["test/integration/**/*.test.ts"],
          globalSetup: ["test/support/build.ts", "test/support/next-version.ts", "test/support/shared-postgres.ts"],
        },
      },
      ...["firefox", "webkit"].map((name) => ({
        resolve: { alias },
        test: { name, ...withServers, include: [`test/${name}/**/*.test.ts`], globalSetup: ["test/support/build.ts"] },
      })),
      { resolve: { alias }, test: { name: "image", ...withServers, include: ["test/image/**/*.test.ts"] } },
    ],
  },
});
