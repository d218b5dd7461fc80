import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const manifest: ManifestInput = {
  keyUsage: "/key-usage",
  routes: [{ name: "listen", path: "/v1/listen/", level: "ADMIN" }],
  toolsets: [
    {
      name: "settings",
      operations: [
        ...["get_workspace_settings", "list_members", "list_api_keys", "update_workspace_settings", "add_member", "set_member_role"],
        ...["remove_member", "create_api_key", "revoke_api_key", "get_brand", "update_brand"],
      ],
    },
    { name: "jobs", operations: ["get_job", "list_jobs"] },
    {
      name: "webhooks",
      operations: [
        ...["list_webhook_endpoints", "create_webhook_endpoint", "update_webhook_endpoint", "delete_webhook_endpoint"],
        ...["rotate_webhook_secret", "list_webhook_deliveries", "redeliver_webhook", "send_test_webhook"],
      ],
    },
  ],
  stateMachines: [
    {
      title: "Webhook endpoint",
      plural: "webhook endpoints",
      type: "WebhookEndpoint",
      fields: ["state"],
      transitions: [
        "ENABLED → DISABLED by update_webhook_endpoint, by a response with status 410, or after three days without a successful delivery. DISABLED → ENABLED by update_webhook_endpoint.",
      ],
    },
    {
      title: "Webhook delivery",
      plural: "webhook deliveries",
      type: "WebhookDelivery",
      fields: ["state"],
      transitions: [
        "PENDING → DELIVERED by a response with status 2xx. PENDING → FAILED after three days of attempts, or if the endpoint is disabled. DELIVERED or FAILED → PENDING by redeliver_webhook.",
      ],
    },
    {
      title: "Job",
      plural: "jobs",
      type: "Job",
      fields: ["state"],
      transitions: ["QUEUED → RUNNING when the workspace's earlier jobs are finished. QUEUED or RUNNING → SUCCEEDED or FAILED (final)."],
    },
    {
      title: "API key",
      plural: "API keys",
      type: "ApiKey",
      fields: ["state"],
      transitions: [
        "ACTIVE → EXPIRED at expiresAt. ACTIVE → REVOKED by revoke_api_key. ACTIVE → CREATOR_LEFT when the member who created the key is removed. A key never becomes ACTIVE again.",
      ],
    },
  ],
};
