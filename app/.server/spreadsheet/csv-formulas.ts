/** First characters of formulas and commands, also full-width ones (OWASP, CSV injection). */
const FORMULA_START = "[=+\\-@\\t\\r\\n\\uFF0B\\uFF0D\\uFF1D\\uFF20]";

// A program that expects another delimiter starts a new cell after a comma, a tab or a line end,
// and may ignore quotes. So a formula may also begin there.
const FORMULA = new RegExp(`(?<=^|[,\\t\\r\\n])(?=["']*${FORMULA_START})`, "g");
const DEFUSED = new RegExp(`(?<=^|[,\\t\\r\\n])'(?=["']*${FORMULA_START})`, "g");

/** Puts an apostrophe before each formula, so that a spreadsheet shows the formula as text. */
export function defuse(cell: string): string {
  return cell.replace(FORMULA, "'");
}

export function undefuse(cell: string): string {
  return cell.includes("'") ? cell.replace(DEFUSED, "") : cell;
}

/** Returns 00123 for `="00123"`, which programs write so that Excel keeps the zeros. */
export function withoutTextFormula(cell: string): string {
  return cell.replace(/^="([^"]*)"$/, "$1");
}
