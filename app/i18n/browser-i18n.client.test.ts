import { afterEach, expect, test, vi } from "vitest";
import enUS from "./en-US";

afterEach(() => vi.unstubAllGlobals());

test("A text that the page's language lacks is reported and said in English", async () => {
  const report = vi.fn();
  vi.stubGlobal("window", { location: { pathname: "/sellers" } });
  vi.stubGlobal("reportError", report);
  const { startI18n } = await import("./browser-i18n.client");
  const i18n = startI18n();
  const shownAgain = vi.fn();
  for (const event of (i18n.options.react?.bindI18n || "").split(" ")) i18n.on(event, shownAgain);
  i18n.addResourceBundle("pl", "common", {});

  const say = i18n.t as (key: string) => string;
  expect(say("common:product")).toBe("product");
  expect(String(report.mock.calls[0]?.[0])).toContain("No text: common:product");
  await vi.waitFor(() => expect(say("common:product")).toBe(enUS.page.common.product), 60_000);
  await vi.waitFor(() => expect(shownAgain).toHaveBeenCalledTimes(1), 60_000);
});
