import { expect, test } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { store } from "./open-store";
import { wholeLog } from "./whole-log";

giveOwnStore();

async function valuesOf(log: string, from?: number): Promise<string[]> {
  const values: string[] = [];
  for await (const { value } of wholeLog(log, from)) values.push(value);
  return values;
}

test.each([0, 1, 499, 500, 501, 1_000, 1_001])(
  "a log of %d entries is read to its end, newest first",
  async (count) => {
    const logs = await store();
    const values = Array.from({ length: count }, (_none, at) => String(at));
    await Promise.all(values.map((value) => logs.append(`of-${count}`, value, 60)));
    expect(await valuesOf(`of-${count}`)).toEqual(values.reverse());
    expect(await valuesOf(`of-${count}`, Date.now() + 60_000)).toEqual([]);
  },
);

test("what was read may be removed on the way", async () => {
  const logs = await store();
  await Promise.all(Array.from({ length: 1_001 }, (_none, at) => logs.append("going", String(at), 60)));
  let read = 0;
  for await (const { id } of wholeLog("going")) {
    await logs.removeFromLog("going", id);
    read += 1;
  }
  expect([read, await valuesOf("going")]).toEqual([1_001, []]);
});
