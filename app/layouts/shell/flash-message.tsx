import { useMounted } from "@mantine/hooks";
import { Link, useLocation, useNavigation } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ArrivingFlash } from "~/.server/http/flash-cookie";
import { FLASH_SEEN_COOKIE } from "~/cookie-names";
import { Button } from "~/ui";
import { useReturnFocus } from "~/ui/focus";
import { Message } from "~/ui/notice";
import { useRootData } from "~/ui/root-data";
import { messagePlace, NOTIFICATION_MS, subscribeToToasts, TOAST_MS, type Toast } from "~/ui/toast";
import classes from "./flash-message.module.css";

/** Messages can't cover a bar of buttons that ends more than this above the window's lower edge. */
const BESIDE_EDGE_PX = 100;

/** Shows the last flash or toast. It floats; without scripts it is at the page's top. */
export function FlashMessage() {
  const { message, dismiss } = useMessage();
  const [isPaused, setPaused] = useState(false);
  const hasScripts = useMounted();
  const place = useRef<HTMLDivElement>(null);
  const onFocus = useReturnFocus(message !== null);

  useStayAboveBars(place, message !== null);
  useEffect(() => {
    messagePlace.isTaken = message !== null;
  }, [message]);
  useEffect(() => {
    if (!message || hasNoTimer(message) || isPaused) return;
    const timer = setTimeout(dismiss, message.brief ? TOAST_MS : NOTIFICATION_MS);
    return () => clearTimeout(timer);
  }, [message, isPaused, dismiss]);

  return (
    <div ref={place} role="status" className={classes.place} onFocus={onFocus} data-screen-only>
      {message && (
        <Message
          key={message.id}
          kind={message.kind}
          className={classes.message}
          withCloseButton={hasScripts}
          onClose={dismiss}
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => setPaused(false)}
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
        >
          {message.text} {message.link && <Link to={message.link.href}>{message.link.text}</Link>}
          {message.button && (
            <Button isSmall onClick={message.button.press}>
              {message.button.text}
            </Button>
          )}
          {message.undo && (
            <form method="post" className={classes.undo}>
              <Button type="submit" isSmall name={message.undo.name} value={message.undo.value}>
                {message.undo.text}
              </Button>
            </form>
          )}
          {message.also?.map(({ text, link }) => (
            <p key={text}>
              {text} <Link to={link.href}>{link.text}</Link>
            </p>
          ))}
        </Message>
      )}
    </div>
  );
}

type ShownMessage = ArrivingFlash & Pick<Toast, "button">;
/** `flash` is the last flash, `pathname` the page on which the message appeared. */
type MessageState = { flash: ArrivingFlash | null; message: ShownMessage | null; pathname: string };

/** Nobody can follow a link, or read an error to its end, within a few seconds. */
function hasNoTimer({ kind, link, also, undo }: ArrivingFlash): boolean {
  return kind === "error" || [link, also, undo].some((part) => part !== undefined);
}

function useStayAboveBars(place: RefObject<HTMLElement>, isShown: boolean): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other bars
  useEffect(() => {
    if (!isShown) return;
    const bars = [...document.querySelectorAll("[data-at-bottom]")];
    const move = () => {
      if (place.current) place.current.style.bottom = bottomAboveBars(bars);
    };
    // Moves the message again if a bar, such as that of selected rows, appears after the message.
    const resizes = new ResizeObserver(move);
    for (const bar of bars) resizes.observe(bar);
    move();
    addEventListener("scroll", move, { passive: true });
    return () => {
      resizes.disconnect();
      removeEventListener("scroll", move);
    };
  }, [place, isShown, key]);
}

function bottomAboveBars(bars: Element[]): string {
  const tops = bars.map((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect();
    return height > 1 && bottom > innerHeight - BESIDE_EDGE_PX ? top : innerHeight;
  });
  const covered = innerHeight - Math.min(innerHeight, ...tops);
  return covered > 0 ? `${covered + 8}px` : "";
}

let toastCount = 0;

/** Sending a form removes any message. Opening another page removes a message without a timer. */
function useMessage(): { message: ShownMessage | null; dismiss: () => void } {
  const { flash: arrivedFlash } = useRootData();
  useSeenCookie(arrivedFlash?.id);
  // The page itself shows a flash that has a place (`at`).
  const flash = arrivedFlash?.at ? null : arrivedFlash;
  const { pathname } = useLocation();
  const isSending = useNavigation().formMethod === "POST";
  const [state, setState] = useState<MessageState>({ flash, message: flash, pathname });
  const isNew = flash !== null && flash.id !== state.flash?.id;
  const isOver = state.message !== null && (isSending || (hasNoTimer(state.message) && pathname !== state.pathname));
  if (isNew || isOver) setState({ flash, message: isNew ? flash : null, pathname });
  useEffect(
    () =>
      subscribeToToasts((toast) => {
        toastCount += 1;
        const message = { ...toast, brief: true as const, id: `toast-${toastCount}` };
        setState((last) => ({ ...last, message, pathname: window.location.pathname }));
      }),
    [],
  );
  const dismiss = useCallback(() => setState((last) => ({ ...last, message: null })), []);
  return { message: state.message, dismiss };
}

/** The server repeats a flash until this cookie is set, because browsers may drop fetched data. */
function useSeenCookie(id: string | undefined): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser
    if (id) document.cookie = `${FLASH_SEEN_COOKIE}=${id}; Path=/; Max-Age=60; SameSite=Lax`;
  }, [id]);
}
