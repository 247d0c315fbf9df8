import { isFiltered } from "~/domain/query";
import { formatNumber } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { DetailsMenu, MenuList } from "~/layouts/shell/details-menu";
import { Button } from "~/ui";
import theme from "~/ui/theme/components.module.css";
import { CloseLink } from "../close-link";
import { useAnnounceFile } from "../export/export-menu";
import { type ListState, useListHref } from "../list-href";
import classes from "./bulk-bar.module.css";

const actions = [
  { action: "enable", object: "ofAccounts", variant: "default" },
  { action: "disable", object: "ofAccounts", variant: "outline" },
  { action: "change", object: "ofDetails", variant: "default" },
] as const;

type BulkBarProps = ListState & {
  total: number;
  /** Counts the selected rows of all pages. */
  selectedCount: number;
  otherPagesCount: number;
  /** Counts the rows selected under another filter, which this list may not contain. */
  maybeOffListCount: number;
  leftOutCount: number;
  /** Counts the posts without a selected row since the last tick. */
  emptyPosts: number;
  canSelectAll: boolean;
  isAllSelected: boolean;
  onSelectAll: (all: boolean) => void;
  onClear: () => void;
};

export function BulkBar({
  total,
  selectedCount,
  otherPagesCount,
  maybeOffListCount,
  leftOutCount,
  emptyPosts,
  canSelectAll,
  isAllSelected,
  onSelectAll,
  onClear,
  ...state
}: BulkBarProps) {
  const t = useT();
  const { withChange } = useListHref(state);
  const { page } = state.query;
  const isListFiltered = isFiltered(state.query);
  const count = isAllSelected ? total - leftOutCount : selectedCount;
  const isEmpty = selectedCount === 0 && !isAllSelected;
  const countText =
    leftOutCount > 0 ? t("sellers:selection.allBut", { count, total }) : t("sellers:selection.count", { count });
  const elsewhere = [
    otherPagesCount > 0 && t("sellers:selection.onOtherPages", { onOtherPages: otherPagesCount }),
    maybeOffListCount > 0 && t("sellers:selection.offList", { offList: maybeOffListCount }),
  ].filter(Boolean);
  return (
    <fieldset
      aria-label={t("sellers:selection.label")}
      className={classes.bar}
      data-selected={!isEmpty || emptyPosts > 0 || undefined}
      data-at-bottom
      data-screen-only
    >
      {emptyPosts > 0 && (
        // A new key announces the next refusal. `ref`: in browsers React ignores <p autoFocus>.
        // biome-ignore lint/a11y/noAutofocus: after a refusal a reader should hear its reason first
        <p key={emptyPosts} ref={focus} role="alert" tabIndex={-1} autoFocus>
          {t("sellers:selection.nobody")}
        </p>
      )}
      <p role="status">
        {!isEmpty && countText}
        {!isAllSelected && elsewhere.length > 0 && <span className={classes.elsewhere}> {elsewhere.join(", ")}</span>}
        {isEmpty && emptyPosts === 0 && t("sellers:selection.none")}
      </p>
      {canSelectAll && (
        <label className={theme.tickLine}>
          <input
            type="checkbox"
            name="all"
            value="1"
            checked={isAllSelected}
            onChange={(event) => onSelectAll(event.target.checked)}
          />
          {t(isListFiltered ? "sellers:selection.allMatching" : "sellers:selection.all", { total })}
        </label>
      )}
      <noscript>
        <Button
          type="submit"
          formAction={withChange({ page })}
          name="intent"
          value="select"
          aria-describedby="keep-hint"
        >
          {t("sellers:selection.keep")}
        </Button>{" "}
        <span id="keep-hint">{t("sellers:selection.keepHint")}</span>
      </noscript>
      <BulkActions count={count} isEmpty={isEmpty} />
      {!isEmpty && (
        <CloseLink to={withChange({ page, selection: undefined })} onClick={onClear} data-command>
          {t("sellers:selection.clear")}
        </CloseLink>
      )}
    </fieldset>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

function BulkActions({ count, isEmpty }: { count: number; isEmpty: boolean }) {
  const t = useT();
  const href = useHref();
  const locale = useLocale();
  const announceFile = useAnnounceFile(count);
  return (
    // The exports are last, because Enter presses the form's first button.
    <div className={classes.actions}>
      {actions.map(({ action, object, variant }) => {
        const [verb, rest] = [t(`sellers:selection.${action}`), t(`sellers:selection.${object}`)];
        return (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            variant={variant}
            data-command={isEmpty ? undefined : `${verb} ${rest} (${formatNumber(count, locale)})`}
          >
            <span>
              {verb}
              <span className={theme.spokenBelowDesk}> {rest}</span>
            </span>
          </Button>
        );
      })}
      <DetailsMenu className={classes.more} summary={t("sellers:selection.more")}>
        <MenuList>
          <li>
            <Button type="submit" variant="subtle" formAction={href("/sellers/emails")}>
              {t("sellers:emails.copy")}
            </Button>
          </li>
          {["CSV", "XLSX"].map((format) => (
            <li key={format}>
              <Button
                type="submit"
                variant="subtle"
                formAction={href(`/sellers/export.${format.toLowerCase()}`)}
                data-command={isEmpty ? undefined : true}
                onClick={() => announceFile(format)}
              >
                {t("sellers:selection.exportAs", { format })}
              </Button>
            </li>
          ))}
        </MenuList>
      </DetailsMenu>
    </div>
  );
}
