import { afterEach, beforeEach, expect, it, vi } from "vitest";

let tab: EventTarget;
let pauseWhileLeaving: typeof import("./pause-while-leaving").pauseWhileLeaving;
const begin = vi.fn();
const stop = vi.fn();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.clearAllMocks();
  tab = new EventTarget();
  vi.stubGlobal("window", tab);
  ({ pauseWhileLeaving } = await import("./pause-while-leaving"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fire = (name: string) => tab.dispatchEvent(new Event(name, { cancelable: true }));
const begun = () => {
  const end = pauseWhileLeaving(() => {
    begin();
    return stop;
  });
  begin.mockClear();
  return end;
};

it.each(["panel-leaving", "beforeunload", "pagehide"])(
  "The work stops at %s and begins again with the page",
  (name) => {
    begun();
    fire(name);
    vi.advanceTimersByTime(1);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(begin).not.toHaveBeenCalled();
    fire("pageshow");
    expect(begin).toHaveBeenCalledTimes(1);
  },
);

it("The work goes on where the person is asked whether to leave", () => {
  begun();
  tab.addEventListener("beforeunload", (event) => event.preventDefault());
  fire("beforeunload");
  vi.advanceTimersByTime(1);
  expect(stop).not.toHaveBeenCalled();
});

it("The work doesn't begin on a page that is being left", () => {
  begun();
  fire("panel-leaving");
  pauseWhileLeaving(() => {
    begin();
    return stop;
  });
  expect(begin).not.toHaveBeenCalled();
});

it("The work begins again a minute after the tab was to leave but stayed", () => {
  begun();
  fire("panel-leaving");
  vi.advanceTimersByTime(59_999);
  expect(begin).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(begin).toHaveBeenCalledTimes(1);
});

it("The work doesn't begin again after it has ended", () => {
  begun()();
  fire("panel-leaving");
  fire("pageshow");
  expect(stop).toHaveBeenCalledTimes(1);
  expect(begin).not.toHaveBeenCalled();
});
