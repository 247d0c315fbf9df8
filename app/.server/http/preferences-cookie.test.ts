import { createCookie } from "@remix-run/node";
import { expect, test } from "vitest";
import { defaultPreferences } from "~/domain/preferences";
import { preferencesCookie, readPreferences } from "./preferences-cookie";

const asking = (cookie: string) => new Request("http://localhost/", { headers: { Cookie: cookie } });

const stored = async (values: unknown) => {
  const [pair = ""] = (await createCookie("preferences").serialize(values)).split(";");
  return pair;
};

test("A person's choice comes back on the next request", async () => {
  const columns = ["email", "mpk"] as const;
  const chosen = { colorScheme: "dark", density: "compact", pageSize: 100, shortcuts: false, columns } as const;
  const [pair] = (await preferencesCookie(chosen)).split(";");
  expect(await readPreferences(asking(`theme=x; ${pair}; other=1`))).toEqual(chosen);
});

test("Default columns aren't stored", async () => {
  const [pair] = (await preferencesCookie({ ...defaultPreferences, density: "compact" })).split(";");
  expect(await stored({ colorScheme: "auto", density: "compact", pageSize: 20, shortcuts: true })).toBe(pair);
});

test.each([
  "preferences=",
  "preferences=pageSize=-1&colorScheme=__proto__",
  "preferences=%E0%A4%A",
  `preferences=${"x".repeat(5000)}`,
  await stored(7),
  await stored({ pageSize: -1, colorScheme: "__proto__" }),
  await stored({ columns: "mpk" }),
  (await stored({ colorScheme: "dark" })).replace("preferences", "xpreferences"),
])("A cookie with other values reads as the default: %s", async (cookie) => {
  expect(await readPreferences(asking(cookie))).toEqual(defaultPreferences);
});
