import { Await, Link, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { usePageAddress, useT } from "~/i18n/hooks";
import { Notice } from "~/ui";

type DeferredProps<T> = {
  /** Null if the server couldn't load the part. */
  part: Promise<T | null> | T | null;
  waiting?: ReactNode;
  missing?: ReactNode;
  children: (part: T) => ReactNode;
};

/** For an `errorElement`: React Router replaces an empty element by the whole error screen. */
export const BLANK = " ";

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
 * Returns the first page's `part` as it is. After a navigation that brings a new `part`, returns
 * the old page's value until the new part has arrived: `Await` alone would delay the navigation
 * until then, because in a transition React shows no fallback.
 * @returns `isOutdated`: `value` is still the old page's
 */
export function useArrivedPart<T>(part: DeferredProps<T>["part"]) {
  const [arrived, setArrived] = useState({ part, value: part });
  useEffect(() => {
    let isLatest = true;
    const store = (next: (last: typeof arrived) => typeof arrived) => {
      // In a transition: React throws at any other update of a component before its hydration.
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

/** For a person who has turned scripts off: only a script can show a deferred part. */
function ReloadWithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
