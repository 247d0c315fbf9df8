import { Navigate } from "@remix-run/react";
import { type ChangeEventHandler, type ComponentType, lazy, Suspense } from "react";
import { rowId, sellerPath, withFrom } from "~/domain/paths";
import type { OptionalColumn } from "~/domain/preferences";
import { fold } from "~/domain/search";
import { type Seller, type TextField, textFields } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import { useHref } from "~/i18n/hooks";
import { initialsOf } from "~/ui/avatar";
import theme from "~/ui/theme/components.module.css";
import { cellContent, highlight, isNamedOnCard, isPartOfDisplayName, tooltipOf } from "./cells";
import type { RowMenuProps } from "./row-menu";
import classes from "./table.module.css";

export type RowContext = {
  t: Translate;
  texts: Record<"active" | "inactive" | "unnamed" | "select" | "menu", string>;
  href: (path: string) => string;
  columns: { column: OptionalColumn; label: string }[];
  words: readonly string[];
  /** The list's query, for the record's back link. */
  from: string;
  formKey: string;
  onSelect: ChangeEventHandler<HTMLInputElement>;
};

type RowState = {
  isSelected: boolean;
  isRevisited: boolean;
  isMenuOpen: boolean;
  note: string | undefined;
};

/** Not a component: a component per row is slow. */
export function sellerRow(seller: Seller, { isSelected, isRevisited, isMenuOpen, note }: RowState, table: RowContext) {
  const { t, texts, href, columns, words, from } = table;
  const { id, displayName } = seller;
  const name = displayName || texts.unnamed;
  const visibleColumns = columns.map(({ column }) => column);
  return (
    <tr key={id} id={rowId(id)} className={isRevisited ? classes.revisited : undefined}>
      <td className={classes.pick}>
        <label>
          <input
            type="checkbox"
            name="ids"
            value={id}
            checked={isSelected}
            onChange={table.onSelect}
            aria-label={`${texts.select} ${name}`}
          />
        </label>
      </td>
      <th scope="row" data-initials={initialsOf(displayName)}>
        <a href={href(withFrom(sellerPath(id), from))} className={theme.quiet}>
          <bdi translate={displayName ? "no" : undefined}>{highlight(displayName, words) || texts.unnamed}</bdi>
        </a>
        {hiddenMatches(seller, words, visibleColumns).map(({ field, isNarrowOnly, value }) => (
          <span key={field} className={isNarrowOnly ? `${classes.match} ${classes.narrow}` : classes.match}>
            {t(`sellers:fields.${field}`)}: <bdi translate="no">{highlight(value, words)}</bdi>
          </span>
        ))}
      </th>
      {columns.map(({ column, label }) => (
        <td
          key={column}
          className={isPartOfDisplayName(column, seller) ? `${classes[column]} ${theme.dimmed}` : classes[column]}
          data-label={isNamedOnCard(column, seller) ? label : undefined}
          title={tooltipOf(column, seller)}
        >
          {cellContent(column, seller, note, { words, ...texts })}
        </td>
      ))}
      <td className={classes.actions}>
        {isMenuOpen ? (
          <Suspense fallback={<span className={theme.dots}>⋯</span>}>
            <RowMenu seller={seller} from={from} formKey={table.formKey} className={theme.dots} />
          </Suspense>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: without scripts it opens the seller
          <a
            href={href(withFrom(sellerPath(id), from))}
            role="button"
            className={theme.dots}
            aria-label={`${texts.menu}: ${name}`}
          >
            ⋯
          </a>
        )}
      </td>
    </tr>
  );
}

/** table.module.css hides these columns in a narrow window. */
const hiddenIfNarrow: readonly string[] = ["firstName", "surname"] satisfies TextField[];

/**
 * Finds searched words in fields without a visible column, for example in a hidden surname.
 * `isNarrowOnly`: the field has a column, which only a narrow window hides.
 */
function hiddenMatches(seller: Seller, words: readonly string[], columns: readonly OptionalColumn[]) {
  if (words.length === 0) return [];
  const columnFields: readonly string[] = ["displayName", ...columns];
  const isVisible = (field: TextField) => columnFields.includes(field) && !hiddenIfNarrow.includes(field);
  const hiddenFields = textFields.filter((field) => !isVisible(field));
  const visibleValues = textFields.filter(isVisible).map((field) => seller[field]);
  const visibleText = fold(visibleValues.join("\n"));
  const missingWords = words.filter((word) => !visibleText.includes(word));
  const matches = hiddenFields.filter((field) => missingWords.some((word) => fold(seller[field] ?? "").includes(word)));
  return matches.map((field) => ({ field, isNarrowOnly: columnFields.includes(field), value: seller[field] }));
}

/** After a deploy the menu's chunk may be gone: then the seller's page opens instead. */
const RowMenu = lazy<ComponentType<RowMenuProps>>(() => import("./row-menu").catch(() => ({ default: OpenSeller })));

function OpenSeller({ seller, from }: RowMenuProps) {
  const href = useHref();
  return <Navigate to={href(withFrom(sellerPath(seller.id), from))} />;
}
