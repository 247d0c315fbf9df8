import { Await, Link, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { usePageAddress, useT } from "~/i18n/hooks";
import { Notice } from "~/ui";

type DeferredProps<T> = {
  /** The result of the server's `deferred`; null if the part failed. */
  part: Promise<T | null> | T | null;
  /** Shown while the part is loading. */
  waiting?: ReactNode;
  /** Shown if the part failed; by default a message with a link that retries. */
  missing?: ReactNode;
  children: (part: T) => ReactNode;
};

/** An `errorElement` that shows nothing. Without one React Router would show the error screen. */
export const BLANK = " ";

/** Shows a part that may arrive later than the page. */
export function Deferred<T>({ part, waiting = <Loading />, missing = <Missing />, children }: DeferredProps<T>) {
  return (
    <Suspense
      fallback={
        <>
          {waiting}
          <ReloadWithoutScripts />
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
 * Waits for a promise without `Await`, with which a navigation would show no new page until the part
 * is there: in a transition React keeps the old page instead of a fallback.
 * @returns the value that arrived last (`part` itself before the first), and whether `part` is newer
 */
export function useArrivedPart<T>(part: DeferredProps<T>["part"]) {
  const [arrived, setArrived] = useState({ part, value: part });
  useEffect(() => {
    let isLatest = true;
    const store = (next: (last: typeof arrived) => typeof arrived) => {
      // React throws on an update of a component that isn't hydrated, unless it is a transition.
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
 * Reloads the page with all its parts in a browser whose scripts were turned off after the scripts
 * cookie was set, because only a script makes a deferred part appear.
 */
function ReloadWithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
