import { Await, Link, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "~/ui";
import { usePageAddress } from "../i18n/use-locale";

type DeferredProps<T> = {
  /** What the server's `deferred` gave; null when it couldn't be had. */
  part: Promise<T | null> | T | null;
  /** What is missing then, in words. */
  failed: string;
  children: (part: T) => ReactNode;
};

/** A part that may come after the page, or says that it is missing and how to retry. */
export function Deferred<T>({ part, failed, children }: DeferredProps<T>) {
  return (
    <Suspense
      fallback={
        <>
          <Loading />
          <WithoutScripts />
        </>
      }
    >
      <Await resolve={part} errorElement={<Missing text={failed} />}>
        {(value) => (value === null ? <Missing text={failed} /> : children(value as T))}
      </Await>
    </Suspense>
  );
}

export function Loading() {
  const { t } = useTranslation();
  return <p aria-busy="true">{t("spinner.loading")}</p>;
}

function Missing({ text }: { text: string }) {
  const { t } = useTranslation();
  const here = usePageAddress();
  return (
    <Notice kind="warning">
      <p>
        {text} <Link to={here}>{t("tryAgain")}</Link>
      </p>
    </Notice>
  );
}

/** Leads a browser that ran scripts before and runs none now to the whole page. */
export function WithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
