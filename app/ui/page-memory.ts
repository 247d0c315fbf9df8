import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const MAX_PAGES = 5;

/** Data by address. A list or a seller opens with them before the server responds. */
const pages = new Map<string, object>();
/** The number of `forgetPages` calls. Data loaded before a call must not be remembered after it. */
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

/** @returns called when the page is left: remembers the data, except after `forgetPages` */
export function rememberLater(address: Address, data: object): () => void {
  const countBefore = forgetCount;
  // If the page gets new data, the older effect's cleanup has just remembered the older data.
  pages.delete(keyOf(address));
  return () => {
    if (forgetCount === countBefore) rememberPage(address, data);
  };
}

export function isRemembered(url: Address): boolean {
  return pages.has(keyOf(url));
}

export function takePage<Data extends object>({ url }: Request): (Data & { isFromMemory: true }) | undefined {
  const key = keyOf(new URL(url));
  const data = pages.get(key) as Data | undefined;
  pages.delete(key);
  return data && { ...data, isFromMemory: true };
}

export function forgetPages(): void {
  pages.clear();
  forgetCount += 1;
}

let pagesWithMemory = 0;

/** False on a form, for example: people who leave a form expect current data. */
export function hasPageWithMemory(): boolean {
  return pagesWithMemory > 0;
}

/**
 * Also reloads the data of a page that was opened from memory.
 * @param shown `loaded` with its deferred parts, to be remembered; absent while those are loading
 */
export function usePageMemory(loaded: object, shown?: object): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  // Must run before `revalidate` below, because the root's `shouldRevalidate` reads the count.
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
