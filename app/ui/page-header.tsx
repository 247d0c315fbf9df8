import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import classes from "./ui.module.css";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** The page above this one. */
  back?: { to: string; text: string };
  /** The page's actions, e.g. LinkButtons. */
  children?: ReactNode;
};

/** The page's one h1, which takes the focus after a navigation. */
export function PageHeader({ title, description, back, children }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.headerText}>
        {back && (
          <Link to={back.to} className={classes.back}>
            <span aria-hidden="true">← </span>
            {back.text}
          </Link>
        )}
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
