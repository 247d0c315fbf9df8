import { expect, it } from "vitest";
import { testEnv } from "../../test/support/test-env";

it("promises for how long the operator has what is kept live", async () => {
  Object.assign(process.env, testEnv({ SESSION_MAX_HOURS: "12", HISTORY_DAYS: "30" }));
  const { loader } = await import("./privacy.route");
  expect(loader()).toEqual({ hours: 12, days: 30 });
});
