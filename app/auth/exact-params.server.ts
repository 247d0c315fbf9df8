import type { LoaderFunctionArgs } from "@remix-run/node";

type Params = LoaderFunctionArgs["params"];

/** What the router makes of a part of a path, once it is decoded. */
const asRouted = (part: string) => part.replaceAll("%2F", "/");

/**
 * A path's parameters as they stand in it. The router decodes a slash twice, so that an id which itself holds `%2F`
 * (`/sellers/a%252Fb`) would open another seller, `a/b`.
 */
export function exactParams(params: Params, pathname: string): Params {
  const parts = pathname.split("/").map(decodeURIComponent);
  const exact = (value: string | undefined) => parts.find((part) => asRouted(part) === value) ?? value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, exact(value)]));
}
