import { Link } from "@remix-run/react";
import classes from "./page-header.module.css";

export type BackLinkProps = { to: string; text: string };

/** Leads to the page above this one. */
export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Link to={to} className={classes.back}>
      <span aria-hidden="true">← </span>
      {text}
    </Link>
  );
}
