import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { type ExportTable, type RecordsToExport, readWindow, type Window } from "@offergraph/service/long-jobs/export-window";
import { discountCodeFilter, discountCodesTable } from "./list.js";

/** Limits the size of a batch, because one code can have 1000 aliases. */
const maxAliases = 10_000;

export const codesToExport: ExportTable = {
  from: discountCodesTable,
  id: sql`d.row_id`,
  createdAt: sql`d.created_at`,
  shape: discountCodeFilter,
};

/** Returns the ids of the next codes after `afterId` (see `readWindow`). In total, the returned codes have at most `maxAliases` aliases. */
export async function readCodeIds(
  read: Read,
  codes: RecordsToExport,
  window: Omit<Window, "select">,
): Promise<{ ids: string[]; end: string | null }> {
  const select = sql`d.row_id AS "rowId", d.alias_count AS aliases`;
  const { rows, end } = await readWindow<{ rowId: string; aliases: number }>(read, codesToExport, codes, { ...window, select });
  let aliases = 0;
  const cut = rows.findIndex((row, index) => {
    aliases += row.aliases;
    return index > 0 && aliases > maxAliases;
  });
  const ids = rows.slice(0, cut === -1 ? rows.length : cut).map(({ rowId }) => rowId);
  return { ids, end: cut === -1 ? end : (ids.at(-1) ?? null) };
}
