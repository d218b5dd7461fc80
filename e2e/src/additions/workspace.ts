import type { Additions } from "./additions.js";

export const workspace: Additions = {
  operations: [
    ...["get_workspace_settings", "list_members", "list_api_keys", "update_workspace_settings", "add_member", "set_member_role"],
    ...["remove_member", "create_api_key", "revoke_api_key", "get_brand", "update_brand"],
    ...["list_persisted_operations", "register_persisted_operations", "delete_persisted_operations"],
    ...["list_webhook_endpoints", "create_webhook_endpoint", "update_webhook_endpoint", "delete_webhook_endpoint"],
    ...["rotate_webhook_secret", "list_webhook_deliveries", "redeliver_webhook", "send_test_webhook", "get_job", "list_jobs"],
    "list_audit_events",
  ],
};
