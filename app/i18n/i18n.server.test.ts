import { expect, it } from "vitest";
import enUS from "./en-US";

it("A text that Polish lacks is the English one on the server", async () => {
  Object.assign(enUS.page.common, { onlyEnglish: "Only in English" });
  const { i18nFor } = await import("./i18n.server");
  const say = i18nFor("pl").t as (key: string) => string;
  expect(say("common:onlyEnglish")).toBe("Only in English");
  expect(say("common:save")).toBe("Zapisz");
  expect(i18nFor("en-US").t("common:save")).toBe("Save");
});
