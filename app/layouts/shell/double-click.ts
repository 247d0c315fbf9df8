/** What the first click of a double click reached. */
let firstClicked: string | null | undefined;
/** The control of the latest click that wasn't ignored. */
let latestControl: Element | null = null;
let latestClickAt = 0;

/** Nobody sees in less time, in ms, that another cross has taken a cross's place. */
const REACTION_MS = 250;

/** A double click's second click may reach a control that has just taken the first one's place. */
export function ignoreSecondClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest("a, button, summary") : null;
  // „Następny” of the next record is the same control, so that people can turn pages fast.
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
