import { useLocation } from "@remix-run/react";

/** Beside what only a script would bring: a browser that runs none, though it did before, gets the page whole instead. */
export function WithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
