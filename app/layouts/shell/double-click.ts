/** The text (or `rel`) of the control that the first click of a double click reached. */
let firstClicked: string | null | undefined;
/** The control that received the last click that wasn't ignored. */
let latestControl: Element | null = null;
let latestClickAt = 0;

/** Nobody notices in less time, in ms, that a cross has been replaced by another cross. */
const REACTION_MS = 250;

/** The second click of a double click may reach a control that has just replaced the first. */
export function ignoreSecondClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest("a, button, summary") : null;
  // „Następny” of the next record counts as the same control, so that people can page fast.
  const clicked = control?.getAttribute("rel") ?? control?.textContent;
  const isFirst = event.detail <= 1;
  if (isFirst) firstClicked = clicked;
  const isUnseen = control !== latestControl && event.timeStamp - latestClickAt <= REACTION_MS;
  latestClickAt = event.timeStamp;
  const posts = control instanceof HTMLButtonElement && control.type === "submit" && control.form?.method === "post";
  const isCross = clicked === "";
  if (!isFirst && (posts || clicked !== firstClicked || (isCross && isUnseen))) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    latestControl = control;
  }
}
