import { describe, expect, it } from "vitest";
import { CookieJar } from "./cookie-jar";

const app = new URL("http://127.0.0.1:3000/auth/login");
const header = (lines: string[], to: string, from = app) => {
  const jar = new CookieJar();
  jar.store(from, lines);
  return jar.header(new URL(to));
};

describe("A cookie jar", () => {
  it("A cookie goes to every port of its host and to no other host", () => {
    expect(header(["a=1; Path=/"], "http://127.0.0.1:4000/x")).toBe("a=1");
    expect(header(["a=1; Path=/"], "http://localhost:3000/x")).toBe("");
  });

  it("A cookie keeps to its path, and the longest path comes first", () => {
    const lines = ["a=1; Path=/auth", "b=2; Path=/", "c=3"];
    expect(header(lines, "http://127.0.0.1/auth/x")).toBe("a=1; c=3; b=2");
    expect(header(lines, "http://127.0.0.1/authority")).toBe("b=2");
  });

  it("A cookie is replaced and deleted", () => {
    expect(header(["a=1; Path=/", "a=2=3; Path=/"], "http://127.0.0.1/")).toBe("a=2=3");
    expect(header(["a=1; Path=/", "a=; Path=/; Max-Age=0"], "http://127.0.0.1/")).toBe("");
    expect(header(["a=1; Path=/", "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "http://127.0.0.1/")).toBe("");
  });

  it("Secure and prefixed cookies are refused as by a strict browser", () => {
    const https = new URL("https://panel.example/");
    expect(header(["a=1; Secure"], "http://127.0.0.1/")).toBe("");
    expect(header(["__Host-a=1; Path=/"], "https://panel.example/", https)).toBe("");
    expect(header(["__Host-a=1; Secure; Path=/x"], "https://panel.example/x", https)).toBe("");
    expect(header(["__Host-a=1; Secure; Path=/; Domain=panel.example"], "https://panel.example/", https)).toBe("");
    expect(header(["__Host-a=1; Secure; Path=/"], "https://panel.example/", https)).toBe("__Host-a=1");
  });
});
