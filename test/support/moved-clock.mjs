// Loaded into a server under test (`node --import`): its clock goes ahead of the machine's as far
// as it is told over the channel to the test's process, and from the start by `?ahead=`
// milliseconds. The monotonic clock goes ahead with it, as lru-cache ages its entries by that one.
// Timers run as they do.
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
// The channel alone doesn't keep a server alive that has nothing left to do.
process.channel?.unref();
