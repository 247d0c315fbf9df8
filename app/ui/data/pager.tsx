import { Link } from "@remix-run/react";
import type { MouseEventHandler, ReactNode } from "react";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";

type PagerProps = {
  /** What is paged, for screen readers. */
  label: string;
  onClick?: MouseEventHandler;
  /** Only the history has this link, so its text must be given. */
  first?: Required<Step> | false;
  previous?: Step | false;
  next?: Step | false;
  /** What is between the links: the page's number, or a link to each page. */
  children?: ReactNode;
};

/** Without a text the link says „Poprzednia” or „Następna”. */
type Step = { to: string; text?: string };

/** Links to the pages beside this one; nothing if there is only one page. */
export function Pager({ label, onClick, first, previous, next, children }: PagerProps) {
  const t = useT();
  if (!first && !previous && !next) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are what is clicked
    <nav aria-label={label} className={`${theme.items} ${theme.pages}`} onClick={onClick}>
      {first && <Link to={first.to}>{first.text}</Link>}
      {previous && (
        <Link to={previous.to} rel="prev">
          {previous.text ?? t("sellers:pages.previous")}
        </Link>
      )}
      {children}
      {next && (
        <Link to={next.to} rel="next">
          {next.text ?? t("sellers:pages.next")}
        </Link>
      )}
    </nav>
  );
}

type NumberedPagerProps = Pick<PagerProps, "label"> & { page: number; pages: number; to: (page: number) => string };

/** A pager that says which of how many pages this is. */
export function NumberedPager({ label, page, pages, to }: NumberedPagerProps) {
  const t = useT();
  return (
    <Pager label={label} previous={page > 1 && { to: to(page - 1) }} next={page < pages && { to: to(page + 1) }}>
      <span>{t("sellers:pages.of", { page, pages })}</span>
    </Pager>
  );
}
