import { expect, test } from "vitest";
import { z } from "zod";
import { json, pathSegment } from "./backend-call";

const answerOf = (text: string) => ({ status: 200, headers: new Headers(), bytes: new TextEncoder().encode(text) });

test("an answer's JSON has the agreed shape, or is refused", () => {
  const read = json(z.object({ a: z.string().transform((text) => text.trim()) }));
  expect(read(answerOf('{"a":" ż ","b":1}'))).toEqual({ a: "ż" });
  expect(() => read(answerOf('{"a":1}'))).toThrow(z.ZodError);
  expect(() => read(answerOf("{"))).toThrow(SyntaxError);
});

test("an id has 512 characters at most, and is written as one segment", () => {
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
