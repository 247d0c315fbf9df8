import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/lib/machine.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  // Two builds in one test and the choreography of a first load: `npm test -- --all`, at night and
  // before a release.
  testIgnore: process.env.PANEL_ALL_TESTS ? [] : /(deploy|first-load)\.spec\.ts$/,
  outputDir: "test-results",
  globalSetup: "./test/support/build.ts",
  // Each worker has a world of its own, so any tests may run beside each other; a worker takes up
  // one at a time.
  fullyParallel: true,
  forbidOnly: true,
  // On CI's shared machines a test has a second try, and the summary names those that took it;
  // elsewhere none has.
  retries: process.env.CI ? 1 : 0,
  // More than small machines have cores: a browser test waits for pages and clocks about half of
  // its time.
  workers: 2,
  // Only what hangs is to be cut off: on a busy machine a test may get a tenth of a processor.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "pl-PL",
    timezoneId: "Europe/Warsaw",
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: "only-on-failure",
    // A trace of every test doubles the suite's time: `--trace retain-on-failure` when one is
    // needed.
    trace: "off",
    launchOptions: { executablePath, args: chromiumFlags },
  },
  // One project, so that all tests share a worker's world: tests whose titles have @nojs run without
  // scripts, those with @translated on translated pages (`fixtures.ts`).
  projects: [
    { name: "chromium" },
    // With `--all` the commonest work also on translated pages.
    ...(process.env.PANEL_ALL_TESTS ? [{ name: "translated", testMatch: /daily-work\.spec\.ts$/ }] : []),
  ],
});
