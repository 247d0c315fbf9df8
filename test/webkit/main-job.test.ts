import { afterAll, beforeAll, it } from "vitest";
import { doMainJob } from "../support/main-job";
import { startWorld, type World } from "../support/world";
import { WebKit } from "./web-driver";

let world: World;
let hand: WebKit | undefined;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await hand?.close();
  await world?.close();
});

it("Stock WebKit does the main job from signing in to signing out", async () => {
  hand = await WebKit.start();
  await doMainJob(hand, world, "Żółta Łódź", "00777");
});
