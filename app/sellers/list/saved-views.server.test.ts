import { afterEach, expect, test, vi } from "vitest";
import { StoreFull, store } from "~/.server/store/open-store";
import { giveOwnStore } from "../../../test/support/own-store";
import { savedViews, saveView } from "./saved-views.server";

giveOwnStore();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const DAY = 24 * 60 * 60_000;
const query = "q=sklep";

test("views that somebody looks at are remembered anew, once a month", async () => {
  await saveView("anna", { name: "Moje", query });
  const put = vi.spyOn(await store(), "put");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * DAY });
  await savedViews("anna");
  expect(put).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 2 * DAY);
  await savedViews("anna");
  await savedViews("anna");
  expect(put).toHaveBeenCalledTimes(1);
});

test("a store without room keeps nobody from reading them", async () => {
  await saveView("ewa", { name: "Moje", query });
  vi.spyOn(await store(), "put").mockRejectedValue(new StoreFull(new Error("full")));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * DAY });
  expect(await savedViews("ewa")).toMatchObject([{ name: "Moje" }]);
});
