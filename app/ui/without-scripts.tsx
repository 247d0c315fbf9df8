import { useLocation } from "@remix-run/react";

/** Stands beside a part that a script would bring: leads a browser that ran scripts before and runs none now to the whole page. */
export function WithoutScripts() {
  const { pathname, search } = useLocation();
  const whole = `/no-scripts?${new URLSearchParams({ returnTo: pathname + search })}`;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${whole}`} />
    </noscript>
  );
}
