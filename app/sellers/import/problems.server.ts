import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { WrongRow } from "~/domain/checked-row";
import { type Column, columns } from "~/domain/file-columns";
import type { Translate } from "~/i18n/catalogues";
import { cellName, correctableColumns, fieldValue } from "./corrections.server";
import { canBeReread, type Plan } from "./plan-store.server";

/**
 * Describes each wrong cell of a row, and each other cell that can put the row right. The first
 * entry also has the row's other values.
 * @param typed unchecked corrections, which win over a draft's corrections
 */
export function problemLines(ctx: FranchiseeContext, plan: Plan, row: WrongRow, typed?: FormData) {
  const { t } = ctx;
  const { line, problems } = row;
  const nameColumn = (["displayName", "email", "id"] as const).find((column) => fieldValue(row, plan.places[column]));
  const seller = fieldValue(row, nameColumn && plan.places[nameColumn]);
  const correctable = canBeReread(plan) ? correctableColumns(row, plan.places) : [];
  const wrongColumns = [...new Set(problems.map(({ column }) => column))];
  const alternatives = correctable.filter((column) => !wrongColumns.includes(column));
  const otherValues = columns
    .filter((column) => column !== nameColumn && !wrongColumns.includes(column))
    .map((column) => ({ field: fieldLabel(t, column), value: fieldValue(row, plan.places[column]) }))
    .filter(({ value }) => value !== "");
  return [...wrongColumns, ...alternatives].map((column, at) => {
    const cellProblems = problems.filter((problem) => problem.column === column);
    const isWrong = cellProblems.length > 0;
    const isCorrectable = column !== undefined && correctable.includes(column);
    return {
      line,
      seller,
      // Pages of the former version know this name.
      rest: at === 0 ? otherValues : [],
      field: fieldLabel(t, column),
      value: cellProblems[0]?.value ?? "",
      reason: isWrong ? asSentences(cellProblems.map(({ reason }) => reason)) : t("upload:row.instead"),
      cell: isCorrectable ? { ...cellValues(ctx, plan, row, column, typed), isWrong } : undefined,
    };
  });
}

function cellValues({ draft }: FranchiseeContext, plan: Plan, row: WrongRow, column: Column, typed?: FormData) {
  const name = cellName(row.line, column);
  const inFile = fieldValue(row, plan.places[column]);
  const entered = typed?.get(name) ?? draft?.fields[name];
  return { name, inFile, value: typeof entered === "string" ? entered : inFile };
}

function fieldLabel(t: Translate, column: Column | undefined): string {
  return column ? t(`sellers:fields.${column}`) : t("upload:whole");
}

/** Joins texts, with a full stop after each that needs one before the next. */
export function asSentences(texts: string[]): string {
  return texts.map((text, at) => (at === texts.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}
