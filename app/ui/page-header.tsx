import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";
import theme from "./theme/components.module.css";

type PageHeaderProps = {
  title: ReactNode;
  isName?: boolean;
  description?: ReactNode;
  picture?: ReactNode;
  back?: BackLinkProps;
  /** A row below the title and the actions; on a phone before the actions. */
  facts?: ReactNode;
  children?: ReactNode;
};

/** The page's only h1, which gets the focus after a navigation. */
export function PageHeader({ title, isName, description, picture, back, facts, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      {back && (
        <p className={classes.back}>
          <BackLink {...back} />
        </p>
      )}
      <div className={picture ? classes.pictured : undefined}>
        {picture}
        <div className={classes.words}>
          <h1 tabIndex={-1}>
            <bdi translate={isName ? "no" : undefined}>{title}</bdi>
          </h1>
          {description && <p className={theme.dimmed}>{description}</p>}
        </div>
      </div>
      {children && (
        <div className={classes.actions} data-screen-only>
          {children}
        </div>
      )}
      {facts && <div className={classes.facts}>{facts}</div>}
    </div>
  );
}

export type BackLinkProps = { to: string; text: string };

export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Link to={to} className={`${theme.quiet} ${theme.dimmed} ${theme.reach}`} data-screen-only>
      <span aria-hidden="true">← </span>
      {text}
    </Link>
  );
}
