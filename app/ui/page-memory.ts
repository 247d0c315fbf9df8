import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/*
 * Some pages open at once with remembered data, and then load the current data:
 * - the list, after Back, with the data that it had when the person left it;
 * - a seller, opened from the list, with the values of the clicked row.
 * The root's `shouldRevalidate` forgets all data that may be outdated, for example after a form.
 */

const MAX_PAGES = 5;

/** Data by address, oldest first. */
const pages = new Map<string, object>();
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
 * For an effect of the page that shows the data.
 * @returns the effect's cleanup: remembers the data if `forgetPages` wasn't called meanwhile
 */
export function rememberOnLeave(address: Address, data: object): () => void {
  const countBefore = forgetCount;
  // After a reload of the page's data, the old effect's cleanup has just remembered the old data.
  pages.delete(keyOf(address));
  return () => {
    if (forgetCount === countBefore) rememberPage(address, data);
  };
}

export function isRemembered(url: Address): boolean {
  return pages.has(keyOf(url));
}

/** Returns the data, and forgets it. */
export function takeRememberedPage<Data extends object>({ url }: Request): (Data & { isFromMemory: true }) | undefined {
  const key = keyOf(new URL(url));
  const data = pages.get(key) as Data | undefined;
  pages.delete(key);
  return data && { ...data, isFromMemory: true };
}

export function forgetPages(): void {
  pages.clear();
  forgetCount += 1;
}

let shownPagesWithMemory = 0;

/** Whether the page that is shown calls `usePageMemory`; a form, for example, doesn't. */
export function isPageWithMemoryShown(): boolean {
  return shownPagesWithMemory > 0;
}

/**
 * Loads the current data if the page was opened with remembered data.
 * @param loaded the data of the loader or of `takeRememberedPage`
 * @param toRemember the data to remember when the person leaves the page
 */
export function usePageMemory(loaded: object, toRemember?: object): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  // Must run before `revalidate` below, because the root's `shouldRevalidate` reads the count.
  useEffect(() => {
    shownPagesWithMemory += 1;
    return () => {
      shownPagesWithMemory -= 1;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each remembered page
  useEffect(() => {
    if ("isFromMemory" in loaded) revalidate();
  }, [loaded]);
  useEffect(() => toRemember && rememberOnLeave({ pathname, search }, toRemember), [toRemember, pathname, search]);
}
