import { Link, type LinkProps } from "@remix-run/react";
import type { NamedView } from "~/keyboard/palette-data";
import { type ListState, useListHref } from "./list-href";
import { viewFilter, viewQuery } from "./saved-views";

type ViewLinkProps = ListState & { view: NamedView } & Omit<LinkProps, "to">;

export function ViewLink({ view: { name, query: viewed }, query, defaultPageSize, ...rest }: ViewLinkProps) {
  const { withFilter } = useListHref({ query, defaultPageSize });
  return (
    <Link
      to={withFilter(viewFilter(viewed))}
      aria-current={viewed === viewQuery(query) ? "true" : undefined}
      preventScrollReset
      data-command
      {...rest}
    >
      {name}
    </Link>
  );
}
