import { expect, test } from "vitest";
import { pathSegment } from "./endpoints";

test("An id of at most 512 characters is written as one path segment", () => {
  expect(pathSegment("sellers", "x".repeat(512))).toHaveLength(512);
  expect(pathSegment("sellers", "...")).toBe("...");
  expect(pathSegment("sellers", "a/..ż/.b")).toBe("a%2F..%C5%BC%2F.b");
  for (const id of ["", ".", "..", "../admin", "a/../ż", "a\\..", "./a", "x".repeat(513)]) {
    expect(() => pathSegment("profile", id)).toThrow(
      expect.objectContaining({ backend: "profile", kind: "status", status: 404, cause: undefined }),
    );
  }
  expect(() => pathSegment("profile", "\ud800")).toThrow(
    expect.objectContaining({ backend: "profile", status: 404, cause: expect.any(URIError) }),
  );
});
