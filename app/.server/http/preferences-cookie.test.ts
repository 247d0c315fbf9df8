import { expect, test } from "vitest";
import { defaultPreferences } from "~/domain/preferences";
import { preferencesCookie, readPreferences } from "./preferences-cookie";

const asking = (cookie: string) => new Request("http://localhost/", { headers: { Cookie: cookie } });

test("A person's choice comes back on the next request", () => {
  const columns = ["email", "mpk"] as const;
  const chosen = { colorScheme: "dark", density: "compact", pageSize: 100, shortcuts: false, columns } as const;
  const [pair] = preferencesCookie(chosen).split(";");
  expect(readPreferences(asking(`theme=x; ${pair}; other=1`))).toEqual(chosen);
});

test.each([
  "preferences=",
  "preferences=pageSize=-1&colorScheme=__proto__",
  "preferences=%E0%A4%A",
  `preferences=${"x".repeat(5000)}`,
  "xpreferences=colorScheme=dark",
])("A cookie with other values reads as the default: %s", (cookie) => {
  expect(readPreferences(asking(cookie))).toEqual(defaultPreferences);
});
