import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { exactParams } from "./exact-params.server";

const { matchRoutes } = createRequire(import.meta.url)("@remix-run/router") as typeof import("@remix-run/router");
const routes = [{ path: "sellers/:id" }, { path: "sellers/:id/edit" }, { path: "en-US/sellers/:id/edit" }];

it.each(["0a-1", "a b", "a/b", "a%2Fb", "a%2fb", "a%252Fb", "%2F", "a/b%2Fc", "a%25", "sellers", "ł", "a.data"])(
  "gives back the id %s wherever it stands",
  (id) => {
    const part = encodeURIComponent(id);
    for (const path of [`/sellers/${part}`, `/sellers/${part}/edit`, `/en-US/sellers/${part}/edit`]) {
      const [match] = matchRoutes(routes, path) ?? [];
      expect(exactParams(match?.params ?? {}, path)).toEqual({ id });
    }
  },
);

it("leaves what stands nowhere in the path", () => {
  expect(exactParams({ id: "a/b", "*": undefined }, "/sellers/x")).toEqual({ id: "a/b", "*": undefined });
});
