import { expect, test } from "vitest";
import { evictionPolicy } from "./redis-client";

const policyOf = (memory: string) => {
  const info = async (section: string) => (section === "memory" ? memory : "");
  return evictionPolicy({ info });
};
const told = (limit: string, policy: string) =>
  `# Memory\r\nused_memory:1\r\ntotal_maxmemory:0\r\nmaxmemory:${limit}\r\nmaxmemory_human:1G\r\nx_maxmemory_policy:other\r\nmaxmemory_policy:${policy}\r\n`;

test("a Redis with a limit and a policy drops keys, and any other one doesn't", async () => {
  expect(await policyOf(told("1048576", "allkeys-lru"))).toBe("allkeys-lru");
  expect(await policyOf(told("1048576", "noeviction"))).toBeUndefined();
  expect(await policyOf(told("0", "allkeys-lru"))).toBeUndefined();
  expect(await policyOf("# Memory\r\n")).toBeUndefined();
});
