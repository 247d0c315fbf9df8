import { beforeEach, expect, it } from "vitest";
import { forgetPages, isRemembered, rememberOnLeave, rememberPage, takeRememberedPage } from "./page-memory";

const at = (path: string) => new URL(path, "https://panel.example");
const take = (path: string) => takeRememberedPage(new Request(at(path)));

beforeEach(() => forgetPages());

it("A page's data is given out once, for its exact address", () => {
  rememberPage(at("/sellers?q=a"), { q: "a" });
  expect(isRemembered(at("/sellers?q=a#row"))).toBe(true);
  expect(isRemembered(at("/sellers"))).toBe(false);
  expect(take("/sellers")).toBeUndefined();
  expect(take("/sellers?q=a#row")).toEqual({ q: "a", isFromMemory: true });
  expect(take("/sellers?q=a")).toBeUndefined();
});

it("A page is remembered when it is left, not while it is shown", () => {
  rememberPage(at("/sellers"), { at: "old" });
  const leave = rememberOnLeave(at("/sellers"), { at: "new" });
  expect(isRemembered(at("/sellers"))).toBe(false);
  leave();
  expect(take("/sellers")).toEqual({ at: "new", isFromMemory: true });
});

it("A page from before an action isn't remembered", () => {
  rememberPage(at("/sellers?page=2"), { page: 2 });
  const leave = rememberOnLeave(at("/sellers"), { page: 1 });
  forgetPages();
  leave();
  expect(isRemembered(at("/sellers?page=2"))).toBe(false);
  expect(isRemembered(at("/sellers"))).toBe(false);
});

it("The oldest pages are dropped", () => {
  for (let page = 1; page <= 7; page += 1) rememberPage(at(`/sellers?page=${page}`), { page });
  expect(isRemembered(at("/sellers?page=2"))).toBe(false);
  expect(isRemembered(at("/sellers?page=3"))).toBe(true);
});
