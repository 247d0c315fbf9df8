import { Await, Link, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { usePageAddress, useT } from "~/i18n/hooks";
import { Notice } from "~/ui";

type DeferredProps<T> = {
  /** What the server's `deferred` gave; null when it failed. */
  part: Promise<T | null> | T | null;
  /** Stands in its place until it comes. */
  waiting?: ReactNode;
  /** Stands in its place when it failed; by default a message with a link to retry. */
  missing?: ReactNode;
  children: (part: T) => ReactNode;
};

/** Shows nothing as an `errorElement`: without one React Router would show the error screen. */
export const BLANK = " ";

/** A part that may come after the page. */
export function Deferred<T>({ part, waiting = <Loading />, missing = <Missing />, children }: DeferredProps<T>) {
  return (
    <Suspense
      fallback={
        <>
          {waiting}
          <WithoutScripts />
        </>
      }
    >
      <Await resolve={part} errorElement={missing ?? BLANK}>
        {(value) => (value === null ? missing : children(value as T))}
      </Await>
    </Suspense>
  );
}

/**
 * Keeps the part that arrived last while a newer one is on its way: `Await` would keep the whole
 * earlier page, because React doesn't replace shown content by a fallback.
 */
export function useArrivedPart<T>(part: DeferredProps<T>["part"]) {
  const [arrived, setArrived] = useState({ part, value: part });
  useEffect(() => {
    let isLatest = true;
    const store = (next: (last: typeof arrived) => typeof arrived) => {
      // As a transition, because an urgent update of what isn't hydrated yet is an error of React.
      if (isLatest) startTransition(() => setArrived(next));
    };
    Promise.resolve(part).then(
      (value) => store((last) => (last.part === part ? last : { part, value })),
      () => store(() => ({ part, value: null })),
    );
    return () => {
      isLatest = false;
    };
  }, [part]);
  return { value: arrived.value, isOutdated: arrived.part !== part };
}

export function Loading() {
  const t = useT();
  return <p aria-busy="true">{t("common:spinner.loading")}</p>;
}

function Missing() {
  const t = useT();
  const here = usePageAddress();
  return (
    <Notice kind="warning">
      <p>
        {t("common:failedToLoad")} <Link to={here}>{t("common:tryAgain")}</Link>
      </p>
    </Notice>
  );
}

/**
 * Loads the whole page in a browser whose scripts were turned off since the scripts cookie was set:
 * a deferred part appears by a script.
 */
function WithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
