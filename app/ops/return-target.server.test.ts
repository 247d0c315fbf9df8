import { expect, it } from "vitest";
import { testEnv } from "../../test/support/test-env";
import { returnTarget } from "./return-target.server";

Object.assign(process.env, testEnv({ APP_URL: "https://panel.example.pl" }));

it.each([
  ["/sellers?q=a#x", "/en-US/sellers?q=a#x"],
  ["/en-US/sellers", "/en-US/sellers"],
  ["/auth/signed-out", "/en-US/auth/signed-out"],
  ["/auth/signed-out?state=x", "/en-US/auth/signed-out"],
  ["/en-US/auth/unauthorized", "/en-US/auth/unauthorized"],
  ["/auth/logout", "/en-US/auth/logout?ask"],
  ["/auth/logout?ask", "/en-US/auth/logout?ask"],
  ["/auth/%6Cogout", "/en-US/auth/logout?ask"],
  ["/authority", "/en-US/authority"],
])("The path %s is read in English at %s", (path, there) => expect(returnTarget(path, "en-US")).toBe(there));

it("The way back to Polish has no prefix", () => {
  expect(returnTarget("/en-US/auth/signed-out", "pl")).toBe("/auth/signed-out");
  expect(returnTarget("/en-US/auth/logout?ask", "pl")).toBe("/auth/logout?ask");
});

it.each([
  "/auth",
  "/auth?code=a&state=b",
  "/AUTH/logout",
  "/auth/login",
  "/logout",
  "/silent-refresh",
  "/auth/session",
])("The path %s, which begins or ends something, is replaced", (path) => {
  expect(returnTarget(path, "pl")).toBe("/error?title=Zacznij+logowanie+od+nowa");
  expect(returnTarget(path, "en-US")).toMatch(/^\/en-US\/error\?title=/);
});

it.each([null, "", "//evil.example", "/\\evil.example", "/%5cevil.example", "/.//evil.example", "/auth/logout.data"])(
  "The path %j leads to the start page",
  (path) => expect(returnTarget(path, "en-US")).toBe("/en-US"),
);
