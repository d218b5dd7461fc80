import type { AuditPlan } from "@offergraph/service/audit/plan";
import { auditRecorded } from "@offergraph/shared/contracts/events/orders";

export const audit: AuditPlan = {
  event: auditRecorded,
  tables: {
    // The audit log stores no values of `parameters`, because the filter of an export can name a customer.
    jobs: { recordType: "Job", hidden: ["parameters"] },
  },
  unaudited: {
    "Records of stores and customers; no mutation writes them": [
      ...["orders", "order_code_names", "order_customs", "order_payment_providers", "order_reported", "order_store_providers"],
      ...["checkouts", "customers", "erased_customers"],
    ],
    "Exchange rates, whose versions have their own history with keys and members": ["exchange_rates", "exchange_rate_versions"],
    "Work lists": ["due_attributions", "open_checkouts", "reporting_currencies", "reporting_setting", "job_queue"],
    "Files of jobs, which can be large; the job is recorded": ["job_parts"],
    "Replicas of other services' records": [
      ...["campaign_codes", "connection_references", "discount_code_name_history", "discount_code_names", "discount_code_references"],
      ...["discount_code_source_history", "form_response_references", "grant_tiers", "granted_codes", "minted_code_names"],
      ...["partner_references"],
    ],
  },
};
