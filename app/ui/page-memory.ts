import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Bounds the memory: a list holds up to 100 sellers. */
const MAX_PAGES = 5;

/** By address: data with which a list or a seller opens before the server answers. */
const pages = new Map<string, object>();
/** How often `forgetPages` was called: data from before a call isn't remembered after it. */
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
 * Called when a page shows the data.
 * @returns a function to call when the page is left: it remembers the data, unless `forgetPages`
 * was called meanwhile
 */
export function rememberLater(address: Address, data: object): () => void {
  const countBefore = forgetCount;
  // With new data for the same page React first ends the older effect, which remembered older data.
  pages.delete(keyOf(address));
  return () => {
    if (forgetCount === countBefore) rememberPage(address, data);
  };
}

export function isRemembered(url: Address): boolean {
  return pages.has(keyOf(url));
}

/** Returns and deletes the data, so that the next request goes to the server; undefined if none. */
export function takePage<Data extends object>({ url }: Request): (Data & { isFromMemory: true }) | undefined {
  const key = keyOf(new URL(url));
  const data = pages.get(key) as Data | undefined;
  pages.delete(key);
  return data && { ...data, isFromMemory: true };
}

/** Called after an action, and when the session has ended or belongs to another person. */
export function forgetPages(): void {
  pages.clear();
  forgetCount += 1;
}

/** The number of mounted pages that call `usePageMemory`: one or none. */
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
 * @param shown the data to remember: `loaded` with its deferred parts, absent until they have come
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
