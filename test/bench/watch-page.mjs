// Notes, in a page that is being loaded, what it is like to wait for it; browser.ts reads
// `window.seen`. Times in ms.
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

// React keeps its root at the document, and there whether what the server sent has come to life as
// a whole.
function look() {
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  if (key && document[key].stateNode.current.memoizedState.isDehydrated === false) seen.usable = performance.now();
  else requestAnimationFrame(look);
}
look();
