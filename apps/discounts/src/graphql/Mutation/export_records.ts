import { jobCreated } from "@offergraph/shared/contracts/events/discounts";
import { startRecordExport } from "../../services/jobs/export.js";
import { type MutationField, mutation } from "../../tx.js";

export const export_records: MutationField<"export_records"> = mutation({ emits: [jobCreated] }, async (tx, { input }) => ({
  job: await startRecordExport(tx, input),
}));
