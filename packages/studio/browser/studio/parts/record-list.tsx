import type { ReactNode } from "react";
import type { Pages } from "../api/use-pages.js";
import { Problem } from "./empty.js";
import { countOf } from "./format.js";
import { type Column, Table } from "./table.js";

interface RecordListProps<Row extends { rowId: string }> {
  /** The noun for one record, and the noun for several records. */
  noun: readonly [one: string, many: string];
  pages: Pages<Row>;
  columns: readonly Column<Row>[];
  /** Shown instead of an empty table. */
  empty: ReactNode;
}

/** A list with the number of its records, and a button that loads the next page. */
export function RecordList<Row extends { rowId: string }>({ noun, pages, columns, empty }: RecordListProps<Row>) {
  const { items, total, isLoading, problem, more, reload } = pages;
  const [one, many] = noun;
  const isEmpty = items.length === 0 && !isLoading && !problem;
  return (
    <div className="record-list" aria-busy={isLoading}>
      <p className="note" role="status">
        {isLoading ? "Loading …" : total ? countOf(total, one, many) : ""}
      </p>
      {problem && <Problem message={problem} onRetry={reload} />}
      {items.length > 0 && <Table label={`Table of ${many}`} columns={columns} rows={items} />}
      {isEmpty && empty}
      {more && (
        <button type="button" className="button more" onClick={more}>
          Show more {many}
        </button>
      )}
    </div>
  );
}
