/** The name of the control that got the first click of a double click. */
let firstName: string | null | undefined;
/** The control that got the last click that wasn't ignored. */
let latestControl: Element | null = null;
let latestClickAt = 0;

/** In this time nobody notices that the next chip's cross has replaced the clicked cross. */
const REACTION_MS = 250;

/** Ignores the second click of a double click if another control has replaced the first. */
export function ignoreSecondClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest("a, button, summary") : null;
  // The „Następny” of each record has `rel=next`, so that people can page by fast clicks.
  const name = control?.getAttribute("rel") ?? control?.textContent;
  const isFirst = event.detail <= 1;
  if (isFirst) firstName = name;
  const isUnseen = control !== latestControl && event.timeStamp - latestClickAt <= REACTION_MS;
  latestClickAt = event.timeStamp;
  const isPost = control instanceof HTMLButtonElement && control.type === "submit" && control.form?.method === "post";
  // The crosses of chips have no text, so all have the same name.
  const isOtherCross = name === "" && isUnseen;
  if (!isFirst && (isPost || name !== firstName || isOtherCross)) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    latestControl = control;
  }
}
