import type { ReactNode } from "react";
import theme from "~/ui/theme/components.module.css";
import classes from "./data-table.module.css";

type DataTableProps = {
  /** The id of the table's heading. */
  labelledBy: string;
  columns: readonly string[];
  /** `<tr>`s of plain cells; `data-label` names a `<td>`'s column in a narrow window. */
  children: ReactNode;
};

/** A table whose head stays in sight; in a narrow window each row becomes a few lines. */
export function DataTable({ labelledBy, columns, children }: DataTableProps) {
  return (
    <div className={`${theme.paper} ${classes.frame}`}>
      <table className={`${theme.table} ${classes.table}`} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
