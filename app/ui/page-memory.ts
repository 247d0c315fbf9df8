import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Bounds the memory: a list holds up to 100 sellers. */
const MAX_PAGES = 5;

/** Data with which a list or a seller opens before the server answers, by address. */
const pages = new Map<string, object>();
/** Grows whenever pages are forgotten: data from before then isn't remembered any more. */
let forgetCount = 0;

type Address = { pathname: string; search: string };

const keyOf = ({ pathname, search }: Address) => pathname + search;

export function rememberPage(address: Address, data: object): void {
  const key = keyOf(address);
  pages.delete(key);
  pages.set(key, data);
  const [oldest] = pages.keys();
  if (oldest !== undefined && pages.size > MAX_PAGES) pages.delete(oldest);
}

/**
 * For a page that shows the data now.
 * @returns a function to call when the page is left: it remembers the data, unless pages were
 * forgotten meanwhile
 */
export function rememberLater(address: Address, data: object): () => void {
  const countBefore = forgetCount;
  // If new data arrives, the older data was just remembered, although the page is still shown.
  pages.delete(keyOf(address));
  return () => {
    if (forgetCount === countBefore) rememberPage(address, data);
  };
}

export function isRemembered(url: Address): boolean {
  return pages.has(keyOf(url));
}

/** Returns the data once, so that the page's next request goes to the server. */
export function takePage<Data extends object>({ url }: Request): (Data & { isFromMemory: true }) | undefined {
  const key = keyOf(new URL(url));
  const data = pages.get(key) as Data | undefined;
  pages.delete(key);
  return data && { ...data, isFromMemory: true };
}

/** Forgets everything after an action, and when the session is over or another person's. */
export function forgetPages(): void {
  pages.clear();
  forgetCount += 1;
}

/** How many pages that call `usePageMemory` are on screen: one, or none. */
let pagesWithMemory = 0;

/**
 * Whether the page on screen calls `usePageMemory`. When people leave any other page, e.g. a form,
 * they expect current data, so the root forgets all pages.
 */
export function hasPageWithMemory(): boolean {
  return pagesWithMemory > 0;
}

/**
 * Remembers a page's data when the page is left, and loads the current data of a page that was
 * opened from memory.
 * @param loaded the loader's data
 * @param shown what may be shown again once the page was left
 */
export function usePageMemory(loaded: object, shown?: object): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  // This effect must run before the one that revalidates: `shouldRevalidate` (root.tsx) calls
  // `hasPageWithMemory`.
  useEffect(() => {
    pagesWithMemory += 1;
    return () => {
      pagesWithMemory -= 1;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each remembered page
  useEffect(() => {
    if ("isFromMemory" in loaded) revalidate();
  }, [loaded]);
  useEffect(() => shown && rememberLater({ pathname, search }, shown), [shown, pathname, search]);
}
