import { expect, test } from "vitest";
import { z } from "zod";
import { json } from "./backend-call";

const answerOf = (text: string) => ({ status: 200, headers: new Headers(), bytes: new TextEncoder().encode(text) });

test("An answer's JSON is read in the agreed shape or refused", () => {
  const read = json(z.object({ a: z.string().transform((text) => text.trim()) }));
  expect(read(answerOf('{"a":" ż ","b":1}'))).toEqual({ a: "ż" });
  expect(() => read(answerOf('{"a":1}'))).toThrow(z.ZodError);
  expect(() => read(answerOf("{"))).toThrow(SyntaxError);
});
