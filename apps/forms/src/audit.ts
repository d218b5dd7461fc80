import type { AuditPlan } from "@offergraph/service/audit/plan";
import { auditRecorded } from "@offergraph/shared/contracts/events/forms";
import { formStatuses } from "./domain/ordinals.js";

export const audit: AuditPlan = {
  event: auditRecorded,
  tables: {
    forms: { recordType: "Form", enums: { status: formStatuses } },
    form_variants: { recordType: "FormVersion" },
    form_shares: { recordType: "FormShare", id: ["form_id"] },
    form_placements: { recordType: "FormPlacement", hidden: ["secret_sealed", "former_secret_sealed"] },
    short_links: { recordType: "ShortLink" },
    form_triggers: { recordType: "FormTrigger" },
    form_responses: { recordType: "FormResponse", isPrivate: true },
    insight_answers: { recordType: "InsightAnswer", id: ["answer_id"], isPrivate: true },
  },
  unaudited: {
    "Copies of recorded columns": ["public_keys", "short_link_codes"],
    "Derived from responses and insight answers": ["insight_facts", "insight_reasons", "trust_marks"],
    "Counts and work lists of visits": ["form_views", "open_responses", "handled_outcomes"],
    "Replicas of other services' records": [
      ...["connection_references", "discount_code_names", "discount_code_references", "discount_code_values", "grant_references"],
      ...["incentive_references", "partner_references", "response_retentions", "workspace_brands", "workspace_logos"],
      ...["workspace_time_zones"],
    ],
  },
};
