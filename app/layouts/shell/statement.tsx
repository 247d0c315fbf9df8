import type { ReactNode } from "react";
import classes from "./statement.module.css";

type StatementProps = {
  title: string;
  /** The heading's level, where this isn't a page of its own. */
  level?: "h1" | "h3";
  /** Above the title, small. */
  code?: string;
  /** What happened, in one line. */
  message?: string;
  /** Paragraphs. */
  children?: ReactNode;
  /** Where to go from here: LinkButtons. */
  actions?: ReactNode;
  /** Below the actions, small. */
  footnote?: ReactNode;
  /** When the words are in another language than the page. */
  lang?: string;
};

/** A screen that only says something: an error, „Wylogowano”, „Brak autoryzacji”. */
export function Statement({
  title,
  level: Heading = "h1",
  code,
  message,
  children,
  actions,
  footnote,
  lang,
}: StatementProps) {
  return (
    <div className={classes.statement} lang={lang}>
      {code && <p className={classes.code}>{code}</p>}
      <Heading tabIndex={-1} className={classes.title}>
        {title}
      </Heading>
      {message && <p className={classes.message}>{message}</p>}
      {children && <div className={classes.text}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
      {footnote && <p className={classes.footnote}>{footnote}</p>}
    </div>
  );
}
