import type { AuditPlan } from "@offergraph/service/audit/plan";
import { auditRecorded } from "@offergraph/shared/contracts/events/discounts";
import {
  creators,
  deliveries,
  nameKinds,
  rejectionReasons,
  statuses,
  syncStatuses,
  tagColors,
  targetKinds,
  valueKinds,
} from "./domain/ordinals.js";

export const audit: AuditPlan = {
  event: auditRecorded,
  tables: {
    discount_codes: { recordType: "DiscountCode", enums: { status: statuses, value_kind: valueKinds, created_by: creators } },
    code_names: { recordType: "DiscountCodeName", id: ["name_key"], enums: { kind: nameKinds } },
    grant_codes: { recordType: "GrantCode", id: ["grant_id"], enums: { delivery: deliveries, rejection: rejectionReasons } },
    tags: { recordType: "Tag", id: ["name"], enums: { color: tagColors } },
    connections: { recordType: "Connection", hidden: ["secret"] },
    placements: { recordType: "DiscountPlacement", enums: { sync_status: syncStatuses } },
    placement_targets: { recordType: "PlacementTarget", id: ["placement_id", "kind", "external_ref"], enums: { kind: targetKinds } },
    partners: { recordType: "Partner" },
    posts: { recordType: "Post" },
    post_codes: { recordType: "PostDiscountCode", id: ["discount_code_id"] },
    campaigns: { recordType: "Campaign" },
    campaign_codes: { recordType: "CampaignDiscountCode", id: ["campaign_id", "discount_code_id"] },
    jobs: { recordType: "Job" },
  },
  unaudited: {
    "Work lists, which follow from the recorded changes": ["changed_usages", "scheduled_transitions", "store_pushes", "job_queue"],
    "Files of jobs, which can be large; the job is recorded": ["job_parts"],
    "Written only for stores and events": ["discount_changes", "order_usages", "erased_customers", "test_workspaces"],
  },
};
