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
 * Waits for a promise. `Await` would delay a navigation until the part is there, because in a
 * transition React rather keeps the old page than shows a fallback.
 * @returns `value`: the latest part that arrived; before that the first `part`, maybe a promise.
 * `isOutdated`: a newer part is still on its way
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
      // The first part stays a promise, which `Deferred` shows.
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
 * Only a script makes a deferred part appear, and the server defers parts if a cookie says that
 * scripts run. Reloads the page with all its parts where scripts were turned off since.
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
