import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { samples } from "./samples.js";

export const manifest: ManifestInput = {
  samples,
  keyUsage: "/key-usage",
  fieldUsage: "/field-usage",
  routes: [
    { name: "listen", path: "/v1/listen/", level: "ADMIN" },
    { name: "oauth_metadata", path: "/.well-known/oauth-authorization-server" },
    // The next two paths check the secret of a session, so they limit the attempts with a wrong secret. Other paths have no limit, because
    // clients can share an IP address.
    { name: "oauth_consent", path: "/oauth/authorize", limitsFailures: true, maxBodyBytes: 16 * 1024 },
    { name: "oauth_apps", path: "/oauth/apps", limitsFailures: true, maxBodyBytes: 16 * 1024 },
    { name: "oauth_register", path: "/oauth/register", maxBodyBytes: 16 * 1024 },
    { name: "oauth_token", path: "/oauth/token", maxBodyBytes: 16 * 1024 },
    { name: "oauth_revoke", path: "/oauth/revoke", maxBodyBytes: 16 * 1024 },
  ],
  listFields: {
    AuditEvent: "createdAt, operation, actor.keyName, actor.memberName, recordType, recordId, action, changes",
    PersistedOperation: "rowId, apiKeyId, sha256Hash, operationNames, createdAt",
    Job: "rowId, kind, state, done, total, errorCount, finishedAt, resultUrl",
  },
  toolsets: [
    {
      name: "settings",
      operations: [
        ...["get_workspace_settings", "list_members", "list_api_keys", "update_workspace_settings", "add_member", "set_member_role"],
        ...["remove_member", "create_api_key", "revoke_api_key", "get_brand", "update_brand", "list_audit_events"],
      ],
    },
    {
      name: "persisted",
      operations: ["list_persisted_operations", "register_persisted_operations", "delete_persisted_operations"],
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
      edges: [
        {
          from: ["ENABLED"],
          to: "DISABLED",
          by: "update_webhook_endpoint, a response with the status 410, or three days without a successful delivery",
        },
        { from: ["DISABLED"], to: "ENABLED", by: "update_webhook_endpoint" },
      ],
    },
    {
      title: "Webhook delivery",
      plural: "webhook deliveries",
      type: "WebhookDelivery",
      fields: ["state"],
      edges: [
        { from: ["PENDING"], to: "DELIVERED", by: "a response with the status 2xx" },
        { from: ["PENDING"], to: "FAILED", by: "three days of failed attempts, or a disabled endpoint" },
        { from: ["DELIVERED", "FAILED"], to: "PENDING", by: "redeliver_webhook" },
      ],
    },
    {
      title: "Job",
      plural: "jobs",
      type: "Job",
      fields: ["state"],
      edges: [
        { from: ["QUEUED"], to: "RUNNING", by: "the end of the workspace's earlier jobs" },
        { from: ["QUEUED", "RUNNING"], to: "SUCCEEDED", by: "the completion of the job" },
        { from: ["QUEUED", "RUNNING"], to: "FAILED", by: "an error" },
      ],
      transitions: ["SUCCEEDED and FAILED are final."],
    },
    {
      title: "API key",
      plural: "API keys",
      type: "ApiKey",
      fields: ["state"],
      edges: [
        { from: ["ACTIVE"], to: "EXPIRED", by: "the time expiresAt" },
        { from: ["ACTIVE"], to: "REVOKED", by: "revoke_api_key" },
        { from: ["ACTIVE"], to: "REVOKED", by: "the page of connected apps, or the OAuth revocation endpoint" },
        { from: ["ACTIVE"], to: "REVOKED", by: "the second use of a code or refresh token" },
        { from: ["ACTIVE"], to: "REVOKED", by: "the revocation of the session that allowed the app, or an eleventh connection of the app" },
        { from: ["ACTIVE"], to: "CREATOR_LEFT", by: "the removal of the member who created the key" },
      ],
      transitions: ["A key never becomes ACTIVE again."],
    },
  ],
};
