import type { AuditPlan } from "@offergraph/service/audit/plan";
import { auditRecorded } from "@offergraph/shared/contracts/events/workspace";
import { disabledReasons, endpointStates } from "./domain/ordinals.js";

export const audit: AuditPlan = {
  event: auditRecorded,
  tables: {
    workspaces: { recordType: "WorkspaceSettings", id: ["workspace_id"] },
    brands: { recordType: "Brand", id: ["workspace_id"], hidden: ["logo_data"] },
    members: { recordType: "Member" },
    api_keys: { recordType: "ApiKey", hidden: ["hash"] },
    persisted_operations: { recordType: "PersistedOperation" },
    webhook_endpoints: {
      recordType: "WebhookEndpoint",
      hidden: ["secret", "previous_secret"],
      enums: { state: endpointStates, disabled_reason: disabledReasons },
    },
    // The audit log stores no values of deliveries, because the body of a delivery is an event, which can contain a customer's data.
    webhook_deliveries: { recordType: "WebhookDelivery", isPrivate: true },
  },
  unaudited: {
    "The audit log itself": ["audit_events", "customer_erasures"],
    "Secrets of connected apps; the API key of the app is recorded": ["oauth_codes", "oauth_tokens"],
    "Sessions of the command listen, with events": ["listen_arrivals", "listen_drops", "listen_events", "listen_sessions"],
    "Copies of other services' jobs": ["jobs"],
    "Counts of the schema parts that API keys use, which gateways report": ["field_usage"],
    "Work lists, which follow from the recorded changes": [
      ...["audit_retention", "field_usage_retention", "job_retention", "listen_workspaces", "oauth_retention", "webhook_backlogs"],
      ...["webhook_erasures", "webhook_queue", "webhook_retention"],
    ],
  },
};
