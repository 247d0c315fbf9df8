/** The text (or `rel`) of the control that got the first click of a double click. */
let firstClicked: string | null | undefined;
/** The control that received the last click that wasn't ignored. */
let latestControl: Element | null = null;
let latestClickAt = 0;

/** In ms: a chip's cross may be replaced by the next chip's cross faster than people notice. */
const REACTION_MS = 250;

/** Ignores the second click of a double click if another control has taken the first one's place. */
export function ignoreSecondClick(event: MouseEvent) {
  const control = event.target instanceof Element ? event.target.closest("a, button, summary") : null;
  // „Następny” of the next record (`rel=next`) is the same control, so that people can page fast.
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
