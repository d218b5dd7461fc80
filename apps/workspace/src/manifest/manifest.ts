import type { ManifestInput } from "@offergraph/shared/schema/manifest";

export const manifest: ManifestInput = {
  keyUsage: "/key-usage",
  toolsets: [
    {
      name: "settings",
      operations: [
        ...["get_workspace_settings", "list_members", "list_api_keys", "update_workspace_settings", "add_member", "set_member_role"],
        ...["remove_member", "create_api_key", "revoke_api_key"],
      ],
    },
  ],
  stateMachines: [
    {
      title: "API key",
      plural: "API keys",
      type: "ApiKey",
      fields: ["state"],
      transitions: [
        "ACTIVE → EXPIRED at expiresAt. ACTIVE → REVOKED by revoke_api_key (final). CREATOR_LEFT after the creator was removed (final).",
      ],
    },
  ],
};
