import type { ReactNode } from "react";
import theme from "~/ui/theme/components.module.css";
import classes from "./data-table.module.css";

type DataTableProps = {
  labelledBy: string;
  columns: readonly string[];
  /** `<tr>` elements. A `<td>`'s `data-label` names its column in a narrow window. */
  children: ReactNode;
};

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
