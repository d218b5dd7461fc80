import { type ExportSource, startExport } from "@offergraph/service/long-jobs/export";
import { checkFilter, countRecords } from "@offergraph/service/long-jobs/export-window";
import type { JobRow } from "@offergraph/service/long-jobs/rows";
import { jobCreated } from "@offergraph/shared/contracts/events/discounts";
import { readRecords } from "../../db/discount-codes.js";
import { codesToExport, readCodeIds } from "../../db/export.js";
import type { ExportRecordsInput, ExportRecordType } from "../../generated/types.js";
import type { MutationTx } from "../../tx.js";
import { discountCodeColumns, exportedCode } from "./export-columns.js";

export const discountCodeExport: ExportSource = {
  columns: discountCodeColumns,
  checkFilter: (read, filter) => checkFilter(read, codesToExport, filter),
  count: (read, records) => countRecords(read, codesToExport, records),
  async read(read, records, afterId, reduced) {
    const { ids, end } = await readCodeIds(read, records, { afterId, reduced });
    return { records: (await readRecords(read, ids)).map(exportedCode), end };
  },
};

const sources: Record<ExportRecordType, ExportSource> = { DISCOUNT_CODE: discountCodeExport };

export function startRecordExport(
  tx: MutationTx<typeof jobCreated>,
  { recordType, format, filter = null }: ExportRecordsInput,
): Promise<JobRow> {
  return startExport(tx, jobCreated, {
    ...{ kind: "EXPORT_RECORDS", source: sources[recordType], parameters: { recordType, format, filter } },
  });
}
