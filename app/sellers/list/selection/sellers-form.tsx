import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from "react";
import { isFiltered, printSellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { HiddenFields, PostForm } from "~/ui/form/post-form";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import { showToast } from "~/ui/toast";
import type { ListState } from "../list-href";
import { SellersTable, TABLE_ID, type TableLook } from "../table/sellers-table";
import classes from "../table/table.module.css";
import { BulkBar } from "./bulk-bar";
import bar from "./bulk-bar.module.css";
import { filterText, isRowSelected, MAX_SELECTED } from "./selection";
import type { StoredSelection } from "./selection.server";
import { clearSelection, useEarlyTicks, useSelection } from "./use-selection";

type SellersFormProps = ListState & {
  sellers: Seller[];
  notes: Record<string, string>;
  total: number;
  /** `total` may be too low, so nobody can select "all that match". */
  isTotalUncertain: boolean;
  storedSelection: StoredSelection;
  formKey: string;
  look: TableLook;
  /** The rows are those of a remembered page, and the current rows are loading. */
  isStale: boolean;
};

export function SellersForm({
  sellers,
  notes,
  total,
  isTotalUncertain,
  storedSelection,
  formKey,
  look,
  isStale,
  ...state
}: SellersFormProps) {
  const t = useT();
  const href = useHref();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const filter = filterText(state.query);
  const { selection, select, selectAll } = useSelection(filter, storedSelection);
  const { emptyPosts, refuseEmptyPost, resetEmptyPosts } = useEmptyPosts();
  useEarlyTicks(form, select);
  const isAllSelected = selection.allOf === filter;
  const pageIds = new Set(sellers.map(({ id }) => id));
  const selectedElsewhere = [...selection.ids].filter(([id]) => !pageIds.has(id));
  // If a filter is set, a row that was selected under another filter may not be in this list.
  const isOnOtherPage = ([, selectedUnder]: [id: string, filter: string]) =>
    total > sellers.length && (selectedUnder === filter || !isFiltered(state.query));
  const otherPagesCount = selectedElsewhere.filter(isOnOtherPage).length;
  const leftOut = isAllSelected ? [...(selection.leftOut ?? [])] : [];
  // The boxes post the ticked rows of this page; the hidden fields post the rest of the selection.
  const hiddenParams = printSellerQuery(state.query, { size: state.defaultPageSize });
  for (const [id] of selectedElsewhere) hiddenParams.append("ids", id);
  for (const id of leftOut) hiddenParams.append("leftOut", id);
  // Without `rows` the server couldn't distinguish an unticked row from a row on another page.
  if (isAllSelected) for (const id of pageIds) hiddenParams.append("rows", id);
  const onSelect = useCallback(
    (rows: string[], isSelected: boolean) => {
      resetEmptyPosts();
      const hasRoom = select(rows, isSelected);
      if (!hasRoom)
        showToast({
          kind: "error",
          text: isAllSelected
            ? t("sellers:selection.leftOutFull")
            : t("sellers:selection.full", { count: MAX_SELECTED }),
        });
    },
    [select, resetEmptyPosts, isAllSelected, t],
  );
  const isSelected = useCallback((id: string) => isRowSelected(selection, id, filter), [selection, filter]);
  return (
    <PostForm
      ref={form}
      formKey={formKey}
      action={href("/sellers/bulk")}
      className={bar.form}
      // Off: after Back browsers would restore ticks by position, where another seller may be now.
      autoComplete="off"
      onSubmitCapture={leaveFilesToBrowser}
      onSubmit={refuseEmptyPost}
    >
      <HiddenFields params={hiddenParams} />
      {(total > 0 || selection.ids.size > 0) && (
        <BulkBar
          {...state}
          total={total}
          selectedCount={selection.ids.size}
          otherPagesCount={otherPagesCount}
          maybeOffListCount={selectedElsewhere.length - otherPagesCount}
          leftOutCount={leftOut.length}
          emptyPosts={emptyPosts}
          canSelectAll={!isTotalUncertain}
          isAllSelected={isAllSelected && !isTotalUncertain}
          onSelectAll={(all) => {
            resetEmptyPosts();
            selectAll(all);
          }}
          onClear={() => {
            clearSelection();
            // Moves the focus, because the pressed link disappears with the bar.
            document.getElementById(TABLE_ID)?.focus({ preventScroll: true });
          }}
        />
      )}
      <TableFrame isStale={isStale}>
        <SellersTable
          sellers={sellers}
          notes={notes}
          look={look}
          formKey={formKey}
          isSelected={isSelected}
          isHeadCovered={isAllSelected || selection.ids.size > 0 || emptyPosts > 0}
          onSelect={onSelect}
          navigate={navigate}
          {...state}
        />
      </TableFrame>
    </PostForm>
  );
}

/**
 * Counts the refused posts without a selected row, so that screen readers announce each of them.
 * Without scripts the server refuses such a post, and returns to this page with a flash.
 */
function useEmptyPosts() {
  const [emptyPosts, setEmptyPosts] = useState(useRootData().flash?.at === "selection" ? 1 : 0);
  const resetEmptyPosts = useCallback(() => setEmptyPosts(0), []);
  const refuseEmptyPost = (event: FormEvent<HTMLFormElement>) => {
    const posted = new FormData(event.currentTarget);
    if (posted.has("ids") || posted.has("all")) return;
    event.preventDefault();
    setEmptyPosts((times) => times + 1);
  };
  return { emptyPosts, refuseEmptyPost, resetEmptyPosts };
}

/** Dims the old rows while new ones are loading. */
function TableFrame({ isStale, children }: Pick<SellersFormProps, "isStale"> & { children: ReactNode }) {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isPending = isStale || location?.pathname === pathname;
  return (
    <div
      className={`${theme.paper} ${classes.frame}`}
      data-pending={isPending || undefined}
      aria-busy={isPending || undefined}
    >
      {children}
    </div>
  );
}

/** Lets the browser post for a button with `formaction`, because the router can't save a file. */
function leaveFilesToBrowser(event: FormEvent): void {
  if ((event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction")) event.stopPropagation();
}
