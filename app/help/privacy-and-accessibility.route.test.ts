import { expect, it } from "vitest";
import { testEnv } from "../../test/support/test-env";

it("The page on privacy names the configured hours and days", async () => {
  Object.assign(process.env, testEnv({ SESSION_MAX_HOURS: "12", HISTORY_DAYS: "30" }));
  const { loader } = await import("./privacy-and-accessibility.route");
  const request = new Request("http://app.invalid/en-US/privacy.data");
  expect(loader({ request, params: {}, context: {} })).toEqual({ page: "privacy", hours: 12, days: 30 });
});
