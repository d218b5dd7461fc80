import type { ReactNode } from "react";

export interface Column<Row> {
  name: string;
  cell(row: Row): ReactNode;
  /** Aligns numbers at their last digit. */
  isNumber?: boolean;
  /** Hidden on narrow screens, because the record's page shows the value too. */
  isMinor?: boolean;
}

interface TableProps<Row extends { rowId: string }> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table of records. The first column names the record. Narrow screens can scroll the table sideways. */
export function Table<Row extends { rowId: string }>({ label, columns, rows }: TableProps<Row>) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table.
    <section className="scroll" tabIndex={0} aria-label={label}>
      <table className="records">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.rowId}>
              <th scope="row">{first.cell(row)}</th>
              {others.map((column) => (
                <td key={column.name} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf({ isNumber, isMinor }: Pick<Column<never>, "isNumber" | "isMinor">): string | undefined {
  return [isNumber && "number", isMinor && "minor"].filter(Boolean).join(" ") || undefined;
}
