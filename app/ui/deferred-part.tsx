import { Await, Link } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "~/ui";
import { usePageAddress } from "./page-address";
import { WithoutScripts } from "./without-scripts";

type DeferredProps<T> = {
  /** What the server's `deferred` gave; null when it couldn't be had. */
  part: Promise<T | null> | T | null;
  /** What is missing then, in words. */
  failed: string;
  children: (part: T) => ReactNode;
};

/** A part of a page that may come later than the page; when it can't, it says so, and how to try again. */
export function Deferred<T>({ part, failed, children }: DeferredProps<T>) {
  const { t } = useTranslation();
  return (
    <Suspense
      fallback={
        <>
          <p aria-busy="true">{t("spinner.loading")}</p>
          <WithoutScripts />
        </>
      }
    >
      <Await resolve={part} errorElement={<Missing text={failed} />}>
        {(known) => (known === null ? <Missing text={failed} /> : children(known as T))}
      </Await>
    </Suspense>
  );
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
