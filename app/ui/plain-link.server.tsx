import { type LinkProps, Link as RouterLink } from "@remix-run/react";
import { forwardRef } from "react";

export * from "@remix-run/react";

/** Addresses within the app, whole and in their shortest form: the router's answer for them is what it was given. */
const OWN_ADDRESS = /^\/(?:[^./?#][^/?#]*\/)*(?:[^./?#][^/?#]*)?(?:\?[^#]+)?(?:#.+)?$/;

/**
 * Stands in for Remix' `Link` on the server, where nobody clicks: the same anchor without asking the router who it is, what it matched, and
 * where that leads (scripts/build/lean-libraries.ts puts it in its place, docs/decisions/0009). Other addresses are left to Remix.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  if (typeof props.to !== "string" || !OWN_ADDRESS.test(props.to) || props.prefetch === "render") {
    return <RouterLink {...props} ref={ref} />;
  }
  const { to, prefetch, discover, relative, reloadDocument, replace, state, ...rest } = props;
  const { preventScrollReset, viewTransition, target, ...attributes } = rest;
  const discovered = (discover ?? "render") === "render" && !reloadDocument ? "true" : undefined;
  return <a {...attributes} data-discover={discovered} href={to} target={target} />;
});
