import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { samples } from "./samples.js";

const stateMachines: ManifestInput["stateMachines"] = [
  {
    title: "Order",
    plural: "orders",
    type: "Order",
    fields: ["orderStatus", "financialStatus", "fulfillmentStatus"],
    transitions: [
      "The statuses are read-only. The store sends the statuses in each version of an order. Offergraph stores the version with the newest `providerUpdatedAt`.",
    ],
  },
  {
    title: "Checkout",
    plural: "checkouts",
    type: "Checkout",
    fields: ["stage", "status"],
    edges: [
      { from: ["OPEN", "ABANDONED"], to: "CONVERTED", by: "the checkout's order" },
      { from: ["OPEN"], to: "ABANDONED", by: "a period without updates (by default one day)" },
      { from: ["ABANDONED"], to: "OPEN", by: "an update from the store" },
    ],
    transitions: ["The stage and the status are read-only. CONVERTED is final."],
  },
];

const ingest = {
  level: "WRITE",
  maxBodyBytes: 8 * 1024 * 1024,
  bodyTooLargeFix:
    "Send fewer records per request, or an NDJSON stream of any length, with one record per line and the header `Content-Type: application/x-ndjson`.",
} as const;

export const manifest: ManifestInput = {
  samples,
  listFields: {
    Checkout: "rowId, externalRef, customerRef, stage, status, startedDay, providerUpdatedAt",
    OrderSum: "discountCode.code, partner.name, campaign.name, channel.name, currencyId, orderCount, attributedRevenue, discountGiven",
    Order: "rowId, externalRef, placedAt, totalPrice, currencyId, attributedRevenue, discountCode.code, orderStatus, financialStatus",
  },
  common: ["get_order_sums"],
  toolsets: [
    { name: "customers", operations: ["list_customers", "get_customer", "erase_customer"] },
    { name: "reporting", operations: ["get_reporting_status", "get_order_sums"] },
    { name: "order_exports", operations: ["export_orders"] },
  ],
  stateMachines,
  routes: [
    { ...ingest, name: "ingest_orders", path: "/v1/ingest/orders" },
    { ...ingest, name: "ingest_checkouts", path: "/v1/ingest/checkouts" },
    { ...ingest, name: "ingest_rates", path: "/v1/ingest/rates" },
    { name: "order_job_result", path: "/v1/job-results/orders/", isStreamed: true },
  ],
  guide: {
    reads: "orders, checkouts and customers",
    filterRules: [
      "`list_checkouts` takes a condition instead of a filter. A condition consists of fields with plain values; only `updatedAt` takes a filter. All fields must match. The value null matches records in which the field has no value.",
    ],
    filterExamples: [
      'Real orders that used the code WELCOME-10 and were placed in November 2026: `{"discountCodeId": "WELCOME-10", "isReal": {"equalTo": true}, "placedDay": {"greaterThanOrEqualTo": "2026-11-01", "lessThan": "2026-12-01"}}`',
      'Orders whose `originRefs` contain "newsletter": `{"originRefs": {"anyEqualTo": "newsletter"}}`',
    ],
  },
};
