import { data } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { withFrom } from "~/domain/paths";
import { isFiltered, printSellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/hooks";
import { SeparatePart } from "~/layouts/shell/foreign-changes";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Notice } from "~/ui";
import { takeRememberedPage, usePageMemory } from "~/ui/page-memory";
import { useRootData } from "~/ui/root-data";
import { changeList } from "./change-list.server";
import { FailedListNotice, FailedListPage, NoSellersYet, NothingMatches } from "./empty-list";
import { type FailedList, failedList, type ListContent, listContent } from "./list-content.server";
import { ListHeader } from "./list-header";
import { ListPager } from "./list-pager";
import { SellersForm } from "./selection/sellers-form";
import { PinnedRowContext, usePinnedRow } from "./table/pinned-row";
import { Toolbar } from "./toolbar/toolbar";

export const handle = {
  title: ({ t, loaded, returned }) => {
    const { page } = loaded.query;
    const title = page > 1 ? t("sellers:list.titleOfPage", { page }) : t("sellers:list.title");
    return pageTitle(t, title, { error: Boolean(returned) || "failure" in loaded });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const { content, ...init } = await listContent(ctx).catch((error: unknown) => failedList(error, ctx));
  return data(content, init);
});

/** After Back shows the remembered list; `usePageMemory` then loads the current list. */
export const clientLoader = async ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  takeRememberedPage<ListContent>(request) ?? serverLoader<typeof loader>();

export const action = forFranchisee(changeList, { typed: ["name", "newName"] });

export default function Page() {
  const loaded = useLoaderData<typeof clientLoader>();
  const visibleList = useRef<ListContent>();
  const list = "failure" in loaded ? undefined : loaded;
  usePageMemory(loaded, list);
  const pinnedRow = usePinnedRow();
  // A list without the pinned row is shown once the row's correction is closed.
  const isWithoutPinnedRow =
    pinnedRow.pinnedId !== undefined && !list?.sellers.some(({ id }) => id === pinnedRow.pinnedId);
  if (list && !isWithoutPinnedRow) visibleList.current = list;
  if (visibleList.current) {
    return (
      <PinnedRowContext.Provider value={pinnedRow}>
        <List {...visibleList.current} requested={loaded} />
      </PinnedRowContext.Provider>
    );
  }
  return "failure" in loaded && <FailedListPage {...loaded.failure} />;
}

/** @param requested the visible list, or a newer list that has failed or waits for a correction */
function List({
  sellers,
  notes,
  hasNotes,
  total,
  query,
  defaultPageSize,
  selected,
  formKey,
  typedName,
  ignored,
  requested,
  ...controls
}: ListContent & { requested: ListContent | FailedList }) {
  const href = useHref();
  const { preferences } = useRootData();
  const look = useMemo(() => {
    const columns = preferences.columns.filter((column) => hasNotes || column !== "note");
    return { ...preferences, columns };
  }, [preferences, hasNotes]);
  const refusal = useActionData<typeof action>();
  const refusedSelection = refusal && "selection" in refusal ? refusal : undefined;
  const state = { query, defaultPageSize };
  const noneMatch = total === 0 && isFiltered(query);
  const newSeller = href(withFrom("/sellers/new", printSellerQuery(query, { size: defaultPageSize }).toString()));
  if (total === 0 && !noneMatch) return <NoSellersYet newSellerPath={newSeller} />;
  return (
    <>
      <ListHeader newSellerPath={newSeller} hasTable={!noneMatch} />
      {ignored.length > 0 && (
        <Notice kind="warning" mb="md">
          {ignored.map((part) => `${part}.`).join(" ")}
        </Notice>
      )}
      {refusedSelection && (
        <Notice kind="error" role="alert" tabIndex={-1} autoFocus mb="md">
          {refusedSelection.problem}
        </Notice>
      )}
      <Toolbar
        {...state}
        {...controls}
        requestedQuery={requested.query}
        failureNotice={"failure" in requested && <FailedListNotice {...requested.failure} />}
        total={total}
        look={look}
        hasNotes={hasNotes}
        formKey={formKey}
        typedName={refusal && "name" in refusal ? refusal : typedName}
      />
      {noneMatch ? (
        <NothingMatches query={query} />
      ) : (
        <SeparatePart>
          <SellersForm
            {...state}
            sellers={sellers}
            notes={notes}
            total={total}
            isTotalUncertain={controls.scannedCount !== undefined}
            storedSelection={refusedSelection?.selection ?? selected}
            formKey={formKey}
            look={look}
            isStale={"isFromMemory" in requested}
          />
        </SeparatePart>
      )}
      <ListPager {...state} total={total} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
