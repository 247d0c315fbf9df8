// Loaded into a server under test (`node --import`): puts its clock `?ahead=` ms ahead of the
// machine's, or as far as the test's process says. The monotonic clock moves too, because lru-cache
// ages its entries by it. Timers aren't changed.
let aheadMs = Number(new URL(import.meta.url).searchParams.get("ahead"));
const MachineDate = globalThis.Date;
const now = () => MachineDate.now() + aheadMs;

globalThis.Date = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});

const monotonicNow = performance.now.bind(performance);
performance.now = () => monotonicNow() + aheadMs;

process.on("message", (/** @type {{ aheadMs: number }} */ message) => {
  aheadMs = message.aheadMs;
  process.send?.({ aheadMs });
});
// Otherwise the channel would keep a server alive that has ended its work.
process.channel?.unref();
