// Measures from within a page how long it takes to load. browser.ts reads `window.seen`, in ms.
const seen = { usable: 0, lcp: 0, tasks: [], shift: 0 };
Object.assign(window, { seen });

const observe = (type, see) =>
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
observe("largest-contentful-paint", ({ startTime }) => {
  seen.lcp = startTime;
});
observe("longtask", ({ duration }) => {
  seen.tasks.push(duration);
});
observe("layout-shift", ({ value }) => {
  seen.shift += value;
});

// React stores its root at the element that it hydrates. The page is usable when the root is
// hydrated and no part of it (a Suspense boundary) is pending.
function look() {
  const roots = [document, document.getElementById("page")].flatMap((element) =>
    Object.keys(element ?? {})
      .filter((name) => name.startsWith("__reactContainer"))
      .map((key) => element[key].stateNode),
  );
  const isAwake = ({ current, pendingLanes }) => current.memoizedState.isDehydrated === false && pendingLanes === 0;
  if (roots.some(isAwake)) seen.usable = performance.now();
  else requestAnimationFrame(look);
}
look();
