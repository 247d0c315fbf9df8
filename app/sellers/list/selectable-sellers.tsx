import { Paper } from "@mantine/core";
import { Form } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { isFiltered, printSellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { useHref } from "~/i18n/use-locale";
import type { SellerDates } from "~/sellers/history/seller-dates.server";
import { useRootData } from "~/ui/root-data";
import { BulkBar } from "./bulk-bar";
import classes from "./list.module.css";
import type { ListState } from "./list-href";
import { filterText, isTicked } from "./selection";
import { SellersTable, TABLE_ID, type TableLook } from "./sellers-table";
import type { StoredSelection } from "./stored-selection.server";
import { useChosen, useEarlyTicks } from "./use-chosen";

type SelectableSellersProps = ListState & {
  sellers: Seller[];
  dates?: Record<string, SellerDates>;
  total: number;
  /** Whether `total` may be too low, so that "all that match" can't be promised. */
  uncertain: boolean;
  /** Rows of any page: what the server has stored for this URL. */
  selected: StoredSelection;
  formKey: string;
  look: TableLook;
};

/** The table as one form: ticked rows, wherever they stand, or all that match go to the page that changes accounts. */
export function SelectableSellers({
  sellers,
  dates,
  total,
  uncertain,
  selected,
  formKey,
  look,
  ...state
}: SelectableSellersProps) {
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const filter = filterText(state.query);
  const { chosen, tick, tickAll, clear } = useChosen(filter, selected);
  const [full, setFull] = useState(false);
  // How often nobody was chosen, so that each time is told anew.
  const [nobody, setNobody] = useState(useRootData().flash?.at === "selection" ? 1 : 0);
  useEarlyTicks(form, tick);
  const all = chosen.all === filter;
  const here = new Set(sellers.map(({ id }) => id));
  const elsewhere = [...chosen.ids].filter(([id]) => !here.has(id));
  // On a list of one page, and under another filter, a ticked row that isn't shown is no row of this list.
  const isUnlisted = (under: string) => total <= sellers.length || (under !== filter && isFiltered(state.query));
  const unlisted = elsewhere.filter(([, under]) => isUnlisted(under)).length;
  const leftOut = all ? [...(chosen.leftOut ?? [])] : [];
  const onTick = (rows: string[], ticked: boolean) => {
    setNobody(0);
    setFull(!tick(rows, ticked));
  };
  const keepWithNobody = (event: FormEvent<HTMLFormElement>) => {
    const posted = new FormData(event.currentTarget);
    if (posted.has("ids") || posted.has("all")) return;
    event.preventDefault();
    setNobody((times) => times + 1);
  };
  return (
    <Form
      ref={form}
      method="post"
      action={href("/sellers/bulk")}
      // A browser ticks again by position: after Back that would be whoever stands there by now.
      autoComplete="off"
      onSubmitCapture={leaveFilesToBrowser}
      onSubmit={keepWithNobody}
    >
      <input type="hidden" name="formKey" value={formKey} />
      {[...printSellerQuery(state.query, { size: state.defaultPageSize })].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {elsewhere.map(([id]) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      {leftOut.map((id) => (
        <input key={id} type="hidden" name="leftOut" value={id} />
      ))}
      <Paper withBorder radius="lg" className={classes.frame}>
        <SellersTable
          sellers={sellers}
          dates={dates}
          look={look}
          isTicked={(id) => isTicked(chosen, id, filter)}
          onTick={onTick}
          {...state}
        />
      </Paper>
      {(total > 0 || chosen.ids.size > 0) && (
        <BulkBar
          {...state}
          total={total}
          chosen={chosen.ids.size}
          onOtherPages={elsewhere.length - unlisted}
          unlisted={unlisted}
          leftOut={leftOut.length}
          full={full}
          nobody={nobody}
          all={uncertain ? undefined : all}
          onAll={(wanted) => {
            setFull(false);
            tickAll(wanted);
          }}
          onClear={() => {
            setFull(false);
            clear();
            // The bar goes away, and the link in it.
            document.getElementById(TABLE_ID)?.focus({ preventScroll: true });
          }}
        />
      )}
    </Form>
  );
}

/** A button with an address of its own asks for a file, which the router would read as a page. */
function leaveFilesToBrowser(event: FormEvent): void {
  if ((event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction")) event.stopPropagation();
}
