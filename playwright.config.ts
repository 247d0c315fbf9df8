import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/machine.mjs";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results",
  globalSetup: ["./test/support/build.ts", "./test/support/next-version.ts"],
  // Each worker has a world of its own, so any tests may run beside each other; a worker takes up
  // one at a time.
  fullyParallel: true,
  forbidOnly: true,
  // On CI's shared machines a test has a second try, and the summary names those that took it;
  // elsewhere none has.
  retries: process.env.CI ? 1 : 0,
  // More than small machines have cores: a browser test waits for pages and clocks about half of
  // its time.
  workers: 3,
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
    launchOptions: { executablePath: findChromium() },
  },
  // Tests whose titles have @nojs run without scripts, those with @translated on translated pages
  // (`fixtures.ts`), so that they share a worker's world with all others.
  // Of the commonest work, what opens screens that translated.spec.ts doesn't runs on translated
  // pages, too.
  projects: [
    { name: "chromium" },
    {
      name: "translated",
      testMatch: /daily-work\.spec\.ts$/,
      grep: /found with two keys|corrected in the list|imported with five presses|another day is taken back/,
    },
  ],
});
