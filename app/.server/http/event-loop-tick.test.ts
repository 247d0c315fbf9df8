import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { ownTick } from "./event-loop-tick";

it("gives each who asks a turn of the event loop that no other has, in the order in which they asked", async () => {
  const seen: [who: number, turn: number][] = [];
  let turn = 0;
  let counting = true;
  const count = async () => {
    for (; counting; turn += 1) await nextTurn();
  };
  const counted = count();
  await Promise.all(Array.from({ length: 12 }, (_none, who) => ownTick().then(() => seen.push([who, turn]))));
  counting = false;
  await counted;
  expect(seen.map(([who]) => who)).toEqual(Array.from({ length: 12 }, (_none, who) => who));
  expect(new Set(seen.map(([, at]) => at)).size).toBe(12);
});
