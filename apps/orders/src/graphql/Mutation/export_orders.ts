import { startExport } from "@offergraph/service/long-jobs/export";
import { jobCreated } from "@offergraph/shared/contracts/events/orders";
import { orderExport } from "../../services/orders/export.js";
import { type MutationField, mutation } from "../../tx.js";

export const export_orders: MutationField<"export_orders"> = mutation({ emits: [jobCreated] }, async (tx, { input }) => {
  const { format, filter = null } = input;
  const given = { kind: "EXPORT_ORDERS", source: orderExport, parameters: { recordType: "ORDER", format, filter } };
  return { job: await startExport(tx, jobCreated, given) };
});
