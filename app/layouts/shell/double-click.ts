/** The name of the control that got the first click of the latest double click. */
let firstClickName: string | null | undefined;
/** The control that got the last click that wasn't ignored. */
let latestControl: Element | null = null;
let latestClickAt = 0;

/**
 * After a click on a filter chip's cross, the next chip's cross is under the pointer. A click on
 * that cross within this time isn't meant for the next chip: nobody reacts so fast.
 */
const REACTION_MS = 250;

/** Ignores the second click of a double click if another control has replaced the first. */
export function ignoreSecondClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest("a, button, summary") : null;
  // `rel` first: people page by fast clicks, and „Następny” contains the next seller's name.
  const name = control?.getAttribute("rel") ?? control?.textContent;
  const isFirst = event.detail <= 1;
  if (isFirst) firstClickName = name;
  const isTooEarly = control !== latestControl && event.timeStamp - latestClickAt <= REACTION_MS;
  latestClickAt = event.timeStamp;
  const isPost = control instanceof HTMLButtonElement && control.type === "submit" && control.form?.method === "post";
  // The crosses of chips have no text, so all have the same name.
  const isOtherCross = name === "" && isTooEarly;
  if (!isFirst && (isPost || name !== firstClickName || isOtherCross)) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    latestControl = control;
  }
}
